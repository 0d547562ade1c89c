import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { openAround } from '#web/ui/open-around.ts';
import { discussionId } from './thread.ts';

type Target = { target: number | null; isShown: boolean; isGone: boolean };

/** Leads to the comment that the URL names once it is on the page, or to the discussion that does not have it. */
export function useTarget({ target, isShown, isGone }: Target): void {
  const { key } = useLocation();
  /** Whether the router has looked for the comment in vain. */
  const isLate = useRef(true);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a link to the same comment leads there again
  useEffect(() => {
    const item =
      isShown || isGone ? document.getElementById(isGone ? discussionId : `comment-${target}`) : null;
    if (item && (openAround(item) || isLate.current)) item.scrollIntoView();
    const focused = isGone ? item : item?.querySelector<HTMLElement>(':scope > article a, :scope > p');
    // A reader who has begun to write keeps the focus.
    if (!document.activeElement?.matches('input, textarea')) focused?.focus({ preventScroll: true });
    isLate.current = target !== null && !isShown;
  }, [target, isShown, isGone, key]);
}
