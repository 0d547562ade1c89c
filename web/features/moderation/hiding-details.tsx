import type { ModeratedPost } from '#contract/staff.ts';
import { dateAndTime } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';

/** Shows who has hidden a post or comment, when and why. */
export function HidingDetails({ hidden }: { hidden: ModeratedPost['hidden'] }) {
  if (!hidden) return null;
  const date = dateAndTime(hidden.at);
  return (
    <p className="mt-3 border-l-4 border-warning bg-warning-tint px-3 py-2 text-sm">
      {hidden.by
        ? interpolate(moderationMessages.hiddenBy, { date, name: displayName(hidden.by) })
        : interpolate(moderationMessages.hiddenBySomebody, { date })}
      {hidden.reason && (
        <span className="block wrap-anywhere">
          {interpolate(moderationMessages.reasonIs, { reason: hidden.reason })}
        </span>
      )}
    </p>
  );
}
