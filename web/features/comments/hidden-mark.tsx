import type { Comment } from '#contract/comments.ts';
import { t } from '#text/index.ts';
import { Badge } from '#web/ui/badge.tsx';

/** Tells the author of a hidden comment that nobody else sees it, and why. */
export function HiddenMark({ hidden }: Pick<Comment, 'hidden'>) {
  if (!hidden) return null;
  return (
    <p className="my-1 text-xs text-muted wrap-anywhere">
      <Badge tone="danger">{t('commentThread.hiddenMark')}</Badge> {t('commentThread.hiddenFor')}
      {hidden.reason && ` ${t('commentThread.hiddenReason', { reason: hidden.reason })}`}
    </p>
  );
}
