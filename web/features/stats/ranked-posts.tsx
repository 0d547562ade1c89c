import { Link } from 'react-router';
import type { MyPostStats } from '#contract/post-stats.ts';
import { wholeNumber } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { typesetText } from '#locales/typography.ts';
import { formatShare } from './format-share.ts';
import type { StatsPeriod } from './stats-period.ts';

type Props = { posts: MyPostStats['posts']; period: StatsPeriod };

/** The posts with the most views, each with a link to its statistics. */
export function RankedPosts({ posts, period }: Props) {
  const cellClass = 'py-2 pl-4 text-right align-top tabular-nums';
  return (
    <section aria-labelledby="by-post">
      <h2 id="by-post" className="text-2xl font-bold">
        {postStatsMessages.byPost}
      </h2>
      <table aria-labelledby="by-post" className="mt-2 w-full text-sm">
        <thead>
          <tr className="border-b border-rule text-xs text-muted">
            <th className="py-2 text-left">{postStatsMessages.post}</th>
            <th className={cellClass}>{postStatsMessages.views}</th>
            <th className={cellClass}>{postStatsMessages.finished}</th>
          </tr>
        </thead>
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
              <td className={cellClass}>{wholeNumber(views)}</td>
              <td className={cellClass}>{views > 0 ? formatShare(finishes / views) : '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
