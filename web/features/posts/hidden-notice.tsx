import type { PostDetail } from '#contract/posts.ts';
import { t } from '#text/index.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Tells the author and the staff that a post is hidden from others, and why. */
export function HiddenNotice({ hidden }: { hidden: NonNullable<PostDetail['hidden']> }) {
  return (
    <Notice tone="danger">
      <p className="font-medium">{t('moderation.hiddenNotice')}</p>
      <p>{t('moderation.hiddenNoticeText')}</p>
      {hidden.reason && (
        <p className="wrap-anywhere">{t('moderation.hiddenNoticeReason', { reason: hidden.reason })}</p>
      )}
    </Notice>
  );
}
