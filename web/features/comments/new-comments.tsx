import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as messages from '#locales/ru/new-comments.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { Button } from '#web/ui/button.tsx';
import { discussionId } from './thread.ts';
import { recordVisit } from './visits.ts';

type NewCommentsProps = {
  postId: number;
  newestAt: string;
  onFound: (ids: ReadonlySet<number>) => void;
};

/**
 * Finds the comments that are new since the last visit on this device, as soon as the reader reaches the discussion. The
 * button moves the focus from one to the next, in the order of the page, then to those in other parts.
 */
export function NewComments({ postId, newestAt, onFound }: NewCommentsProps) {
  const [left, setLeft] = useState<readonly number[]>([]);
  const isInView = useInView(discussionId);
  const hasBeenInView = useRef(false);
  const navigate = useNavigate();

  const find = useEffectEvent(async () => {
    const since = recordVisit(postId, newestAt);
    if (since === null || since >= newestAt) return;
    const { ids } = await getBrowserClient().api.call('listNewComments', {
      params: { postId: String(postId) },
      query: { since },
    });
    setLeft(ids);
    onFound(new Set(ids));
  });
  useEffect(() => {
    if (!isInView || hasBeenInView.current) return;
    hasBeenInView.current = true;
    // A toast has shown the failure.
    find().catch(() => undefined);
  }, [isInView]);

  function goToNext(): void {
    const shown = [...document.querySelectorAll(`#${discussionId} li[id^="comment-"]`)].map((item) =>
      Number(item.id.replace('comment-', '')),
    );
    const next = shown.find((id) => left.includes(id)) ?? left[0];
    if (next === undefined) return;
    setLeft(left.filter((id) => id !== next));
    void navigate(
      { search: window.location.search, hash: `comment-${next}` },
      { replace: true, preventScrollReset: true },
    );
  }

  if (left.length === 0 || !isInView) return null;
  return (
    <Button
      variant="secondary"
      className="fixed right-4 bottom-4 z-20 bg-paper! shadow-lg"
      onClick={goToNext}
    >
      {interpolate(messages.next, { count: wholeNumber(left.length) })}
    </Button>
  );
}

/** Whether an element of the page is on the screen. */
function useInView(id: string): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    const element = document.getElementById(id);
    if (!element) return;
    const observer = new IntersectionObserver((entries) =>
      setInView(entries.at(-1)?.isIntersecting === true),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [id]);
  return isInView;
}
