import type { Comment } from '#contract/comments.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as commentThreadMessages from '#locales/ru/comment-thread.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Tells the author of a hidden or waiting comment that nobody else sees it, and why. */
export function HiddenMark({ hidden }: Pick<Comment, 'hidden'>) {
  if (!hidden) return null;
  return (
    <p className="my-1 text-xs text-muted wrap-anywhere">
      {hidden.is_waiting ? (
        <Badge tone="warning">{commentThreadMessages.waitingMark}</Badge>
      ) : (
        <Badge tone="danger">{commentThreadMessages.hiddenMark}</Badge>
      )}{' '}
      {hidden.is_waiting ? commentThreadMessages.waitingFor : commentThreadMessages.hiddenFor}
      {hidden.reason && ` ${interpolate(commentThreadMessages.hiddenReason, { reason: hidden.reason })}`}
    </p>
  );
}
