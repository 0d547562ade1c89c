import { data, type LoaderFunctionArgs, type MetaArgs, useParams, useSearchParams } from 'react-router';
import type { PostStats } from '#contract/post-stats.ts';
import * as postStatsMessages from '#locales/ru/post-stats.ts';
import { typesetText } from '#locales/typography.ts';
import type { ApiClient } from '#web/api/client.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { PeriodLinks } from '#web/features/stats/period-links.tsx';
import { normalizePeriod, parsePeriod, type StatsPeriod } from '#web/features/stats/stats-period.ts';
import { StatsSkeleton, StatsView } from '#web/features/stats/stats-view.tsx';
import { QueryView } from '#web/queries/query-view.tsx';
import { useBrowserQuery } from '#web/queries/use-browser-query.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

/** The page shows these failures itself. */
const shownErrors = [0, 403, 404, 500, 503];

/** The server renders as a guest, who sees no statistics. A blank slug is 404 for everyone. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  if (!params.slug?.trim()) throw data(null, { status: 404 });
  return null;
};
/** The component loads the statistics. */
export const clientLoader = () => null;

export const handle: PageHandle = { query: { period: normalizePeriod } };

export const meta = ({ matches }: MetaArgs) =>
  pageMeta({ title: postStatsMessages.title, isHidden: true, matches });

export default function PostStatsPage() {
  const { slug = '' } = useParams();
  const period = parsePeriod(useSearchParams()[0]);
  return (
    <RequireUser
      fallback={
        <Container width="wide" className="py-8 sm:py-12">
          <h1 className="text-4xl font-bold sm:text-5xl">{postStatsMessages.title}</h1>
          <Placeholder />
        </Container>
      }
    >
      <StatsOfPost slug={slug} period={period} />
    </RequireUser>
  );
}

function StatsOfPost({ slug, period }: { slug: string; period: StatsPeriod }) {
  const query = useBrowserQuery(`stats ${slug} ${period}`, async (api: ApiClient) =>
    api.call('getPostStats', { params: { slug }, query: { period }, suppressToastFor: shownErrors }),
  );
  const status = query.error?.status;
  if (status === 404) return <NotFoundScreen />;
  return (
    <Container width="wide" className="py-8 sm:py-12">
      <Header slug={slug} post={query.data?.post} />
      {status === 403 ? (
        <EmptyState title={postStatsMessages.forbidden} />
      ) : (
        <div className="mt-6 flex flex-col gap-8">
          <PeriodLinks period={period} path={`/posts/${slug}/stats`} />
          <QueryView
            query={query}
            placeholder={<Placeholder />}
            failed={postStatsMessages.failed}
            retry={postStatsMessages.retry}
          >
            {({ post: _, ...stats }) => <StatsView stats={stats} />}
          </QueryView>
        </div>
      )}
    </Container>
  );
}

function Header({ slug, post }: { slug: string; post: PostStats['post'] | undefined }) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div className="min-w-0 flex-1 basis-80">
        <h1 className="text-4xl font-bold sm:text-5xl">{postStatsMessages.title}</h1>
        <p className="mt-2 min-h-7 font-serif text-lg font-semibold wrap-anywhere">
          {post && typesetText(post.title)}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/posts/${slug}`} variant="secondary" size="sm">
          {postStatsMessages.toPost}
        </ButtonLink>
        <ButtonLink to="/posts/my/stats" variant="secondary" size="sm">
          {postStatsMessages.toAll}
        </ButtonLink>
      </div>
    </div>
  );
}

const Placeholder = () => (
  <LoadingFallback
    needsScript={postStatsMessages.needsScript}
    noticeClassName="mt-6"
    loading={postStatsMessages.loading}
    className="mt-6"
  >
    <StatsSkeleton />
  </LoadingFallback>
);
