import House from 'lucide-react/icons/house';
import { useEffect, useState } from 'react';
import type { ModeratedPost } from '#contract/staff.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { IconButton } from '#web/ui/button.tsx';

/** Keeps a post off the front page or lets it back. The button changes at once, and back if the API refuses. */
export function FrontPageControl({ post, onDone }: { post: ModeratedPost; onDone: () => void }) {
  const [wanted, setWanted] = useState<boolean | null>(null);
  const { run } = useAction();
  const isOff = wanted ?? post.off_front_page !== null;
  const { title, off_front_page: off } = post;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list has brought the new state
  useEffect(() => setWanted(null), [off?.at]);

  async function toggle() {
    if (wanted !== null) return;
    setWanted(!isOff);
    const { api } = getBrowserClient();
    const params = { id: String(post.id) };
    const isDone = await run(
      () => api.call(isOff ? 'returnToFrontPage' : 'keepOffFrontPage', { params }),
      isOff ? moderationMessages.frontPageReturned : moderationMessages.frontPageKeptOff,
    ).catch(() => false);
    if (!isDone) setWanted(null);
    onDone();
  }

  return (
    <IconButton
      label={interpolate(isOff ? moderationMessages.returnToFrontPage : moderationMessages.keepOffFrontPage, {
        title,
      })}
      aria-pressed={isOff}
      onClick={() => void toggle()}
    >
      <House aria-hidden className="size-4" />
    </IconButton>
  );
}
