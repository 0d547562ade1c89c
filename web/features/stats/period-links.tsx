import { Link } from 'react-router';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { classNames } from '#web/ui/class-names.ts';
import { periods, type StatsPeriod } from './stats-period.ts';

/** The period of the statistics, as links: it is part of the URL. */
export function PeriodLinks({ period, path }: { period: StatsPeriod; path: string }) {
  return (
    <nav aria-label={postStatsMessages.period}>
      <ul className="flex w-fit overflow-hidden rounded-md border border-rule-strong text-sm">
        {periods.map((each) => (
          <li key={each} className="border-l border-rule-strong first:border-l-0">
            <Link
              to={`${path}?period=${each}`}
              replace
              preventScrollReset
              aria-current={each === period ? 'page' : undefined}
              className={classNames(
                'flex min-h-9 items-center px-3 pointer-coarse:min-h-11 focus-visible:-outline-offset-2',
                each === period ? 'bg-ink text-paper' : 'hover:bg-sunk',
              )}
            >
              {postStatsMessages.periods[each]}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
