import type { Correction } from '#contract/corrections.ts';
import { dateAndTime } from '#locales/format.ts';
import * as correctionsMessages from '#locales/ru/corrections.ts';
import { typesetText } from '#locales/typography.ts';

/** What was wrong in an article and has been corrected, after its text. */
export function CorrectionList({ corrections }: { corrections: readonly Correction[] }) {
  if (corrections.length === 0) return null;
  return (
    <aside
      aria-label={correctionsMessages.heading}
      className="mt-10 border-l-3 border-rule-strong pl-4 text-sm sm:pl-5"
    >
      <ul className="flex flex-col gap-3">
        {corrections.map(({ id, text, created_at }) => (
          <li key={id} className="wrap-anywhere whitespace-pre-line">
            <b>{correctionsMessages.entry}</b> {typesetText(text)}
            <time dateTime={created_at} className="mt-0.5 block text-muted">
              {dateAndTime(created_at)}
            </time>
          </li>
        ))}
      </ul>
    </aside>
  );
}
