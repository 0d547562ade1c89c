import { Link } from 'react-router';
import type { MyPostStats } from '#contract/post-stats.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { typesetText } from '#locales/typography.ts';
import { numberCellClass, TableHead } from '#web/ui/table-head.tsx';
import { formatShare } from './format-share.ts';
import type { StatsPeriod } from './stats-period.ts';

type Props = { posts: MyPostStats['posts']; period: StatsPeriod };

/** The posts with the most views, each with a link to its statistics. */
export function RankedPosts({ posts, period }: Props) {
  return (
    <section aria-labelledby="by-post">
      <h2 id="by-post" className="text-2xl font-bold">
        {postStatsMessages.byPost}
      </h2>
      <table aria-labelledby="by-post" className="mt-2 w-full text-sm">
        <TableHead columns={[postStatsMessages.post, postStatsMessages.views, postStatsMessages.finished]} />
        <tbody>
          {posts.map(({ id, title, slug, views, finishes }) => (
            <tr key={id} className="border-b border-rule">
              <th scope="row" className="w-full text-left font-medium wrap-anywhere">
                <Link
                  to={`/posts/${slug}/stats?period=${period}`}
                  viewTransition
                  aria-label={interpolate(postStatsMessages.linkOf, { title })}
                  className="flex min-h-9 items-center py-2 decoration-accent decoration-2 hover:underline pointer-coarse:min-h-11"
                >
                  {typesetText(title)}
                </Link>
              </th>
              <td className={numberCellClass}>{wholeNumber(views)}</td>
              <td className={numberCellClass}>{views > 0 ? formatShare(finishes / views) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
