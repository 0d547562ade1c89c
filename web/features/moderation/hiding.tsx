import type { ModeratedPost } from '#contract/staff.ts';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { displayName } from '#text/person.ts';

/** Shows who has hidden a post or comment, when and why. */
export function Hiding({ hidden }: { hidden: ModeratedPost['hidden'] }) {
  if (!hidden) return null;
  const date = dateAndTime(hidden.at);
  return (
    <p className="mt-3 border-l-4 border-warning bg-warning-tint px-3 py-2 text-sm">
      {hidden.by
        ? t('moderation.hiddenBy', { date, name: displayName(hidden.by) })
        : t('moderation.hiddenBySomebody', { date })}
      {hidden.reason && (
        <span className="block wrap-anywhere">{t('moderation.reasonIs', { reason: hidden.reason })}</span>
      )}
    </p>
  );
}
