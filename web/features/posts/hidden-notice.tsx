import type { PostDetail } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Tells the author and the staff that a post is hidden from others, and why. */
export function HiddenNotice({ hidden }: { hidden: NonNullable<PostDetail['hidden']> }) {
  return (
    <Notice tone="danger">
      <p className="font-medium">{moderationMessages.hiddenNotice}</p>
      <p>{moderationMessages.hiddenNoticeText}</p>
      {hidden.reason && (
        <p className="wrap-anywhere">
          {interpolate(moderationMessages.hiddenNoticeReason, { reason: hidden.reason })}
        </p>
      )}
    </Notice>
  );
}
