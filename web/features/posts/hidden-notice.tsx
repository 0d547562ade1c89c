import type { PostDetail } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Tells the author and the staff that a post is hidden from others or waits for a moderator, and why. */
export function HiddenNotice({ hidden }: { hidden: NonNullable<PostDetail['hidden']> }) {
  if (hidden.is_waiting)
    return (
      <Notice>
        <p className="font-medium">{postPageMessages.waitingNotice}</p>
        <p>{postPageMessages.waitingNoticeText}</p>
      </Notice>
    );
  return (
    <Notice tone="danger">
      <p className="font-medium">{postPageMessages.hiddenNotice}</p>
      <p>{postPageMessages.hiddenNoticeText}</p>
      {hidden.reason && (
        <p className="wrap-anywhere">
          {interpolate(postPageMessages.hiddenNoticeReason, { reason: hidden.reason })}
        </p>
      )}
    </Notice>
  );
}
