import { type MetaArgs, useSearchParams } from 'react-router';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import type { ApiClient } from '#web/api/client.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { PeriodLinks } from '#web/features/stats/period-links.tsx';
import { RankedPosts } from '#web/features/stats/ranked-posts.tsx';
import { normalizePeriod, parsePeriod, type StatsPeriod } from '#web/features/stats/stats-period.ts';
import { StatsSkeleton, StatsView } from '#web/features/stats/stats-view.tsx';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const path = '/posts/my/stats';
/** The page shows these failures itself. */
const shownErrors = [0, 500, 503];

export const handle: PageHandle = { query: { period: normalizePeriod } };

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({
    title: postStatsMessages.title,
    description: postStatsMessages.description,
    isHidden: true,
    matches,
  });

export default function MyStats() {
  const period = parsePeriod(useSearchParams()[0]);
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <div>
          <h1 className="text-4xl font-bold sm:text-5xl">{postStatsMessages.title}</h1>
          <p className="mt-2 max-w-text text-soft">{postStatsMessages.lead}</p>
        </div>
        <ButtonLink to="/posts/my" variant="secondary">
          {postStatsMessages.toMyPosts}
        </ButtonLink>
      </div>
      <div className="mt-6 flex flex-col gap-8">
        <PeriodLinks period={period} path={path} />
        <RequireUser fallback={<Placeholder />}>
          <OwnStats period={period} />
        </RequireUser>
      </div>
    </Container>
  );
}

function OwnStats({ period }: { period: StatsPeriod }) {
  const query = useBrowserQuery(`stats ${period}`, async (api: ApiClient) =>
    api.call('getMyPostStats', { query: { period }, suppressToastFor: shownErrors }),
  );
  return (
    <QueryView
      query={query}
      placeholder={<Placeholder />}
      failed={postStatsMessages.failed}
      retry={postStatsMessages.retry}
    >
      {({ posts, ...stats }) =>
        stats.views_count === 0 ? (
          <EmptyState title={postStatsMessages.noPosts} text={postStatsMessages.noPostsText}>
            <ButtonLink to="/posts/create">{postStatsMessages.write}</ButtonLink>
          </EmptyState>
        ) : (
          <StatsView stats={stats}>
            <RankedPosts posts={posts} period={period} />
          </StatsView>
        )
      }
    </QueryView>
  );
}

const Placeholder = () => (
  <LoadingFallback needsScript={postStatsMessages.needsScript} loading={postStatsMessages.loading}>
    <StatsSkeleton />
  </LoadingFallback>
);
