import type { MyPostStats } from '#contract/post-stats.ts';
import { wholeNumber } from '#locales/format.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { numberCellClass, TableHead } from '#web/ui/table-head.tsx';
import { formatShare } from './format-share.ts';

type Source = MyPostStats['sources'][number];

/** Where readers came from, with a bar for the share of each source. */
export function SourceTable({ sources, views }: { sources: readonly Source[]; views: number }) {
  const most = sources[0]?.views ?? 1;
  return (
    <section aria-labelledby="by-source">
      <h2 id="by-source" className="text-2xl font-bold">
        {postStatsMessages.bySource}
      </h2>
      <table aria-labelledby="by-source" className="mt-2 w-full text-sm">
        <TableHead
          columns={[postStatsMessages.source, postStatsMessages.views, postStatsMessages.sharePercent]}
        />
        <tbody>
          {sources.map(({ source, name, views: count }) => (
            <tr key={source} className="border-b border-rule">
              <th scope="row" className="w-full py-2 text-left font-medium wrap-anywhere">
                {name}
                <svg
                  aria-hidden
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  className="mt-1 block h-1.5 w-full"
                >
                  <rect width={(100 * count) / most} height="1" className="fill-accent" />
                </svg>
              </th>
              <td className={numberCellClass}>{wholeNumber(count)}</td>
              <td className={numberCellClass}>{formatShare(count / views)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2 text-sm text-muted">{postStatsMessages.sourceHint}</p>
    </section>
  );
}
