import { useEffect } from 'react';
import {
  type ClientLoaderFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaArgs,
  useLoaderData,
  useNavigate,
  useRevalidator,
} from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { typesetText } from '#locales/typography.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { Comparison } from '#web/features/revisions/comparison.tsx';
import { RestoreButton } from '#web/features/revisions/restore-button.tsx';
import { VersionList } from '#web/features/revisions/version-list.tsx';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

const pageSize = 50;

/** The server renders as a guest, who sees no history. A blank slug is 404 for everyone. */
export const loader = ({ params }: LoaderFunctionArgs) => {
  if (!params.slug?.trim()) throw data(null, { status: 404 });
  return null;
};

const load = createUserLoader(async ({ context, params, request }: ClientLoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const { searchParams } = new URL(request.url);
  const post = await api.call('getPost', {
    params: { slug: params.slug ?? '' },
    query: { count_view: 'false' },
  });
  if (!post.can_edit) return { post, list: null, page: 1, selected: null };
  const page = Number(searchParams.get('page') ?? 1);
  const { slug } = post;
  const list = await api.call('listRevisions', { params: { slug }, query: { page, page_size: pageSize } });
  const previousVersions = list.results.filter(({ version }) => version !== post.version);
  const version = searchParams.get('version') ?? previousVersions[0]?.version;
  const selected =
    version === undefined
      ? null
      : await api.call('getRevision', { params: { slug, version: String(version) } });
  return { post, list, page, selected };
});
export const clientLoader = load;

export const meta = ({ error, matches }: MetaArgs<typeof load>) =>
  pageMeta({ title: error ? notFoundMessages.title : revisionsMessages.title, isHidden: true, matches });

type Loaded = NonNullable<Awaited<ReturnType<typeof load>>>;

export default function PostRevisions() {
  const loaded = useLoaderData<typeof load>();
  return (
    <Container width="wide" className="flex flex-col gap-8 py-8 sm:py-12">
      <header>
        <h1 className="text-3xl sm:text-4xl">{revisionsMessages.title}</h1>
        <p className="mt-2 text-soft">{revisionsMessages.lead}</p>
      </header>
      <RequireUser fallback={<Placeholder />}>
        {loaded === null && <Placeholder />}
        {loaded &&
          (loaded.list ? (
            <RevisionHistory {...loaded} list={loaded.list} />
          ) : (
            <ForbiddenRedirect slug={loaded.post.slug} />
          ))}
      </RequireUser>
    </Container>
  );
}

type RevisionHistoryProps = Loaded & { list: NonNullable<Loaded['list']> };

function RevisionHistory({ post, list, page, selected }: RevisionHistoryProps) {
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const hrefOf = (query: Record<string, number>) =>
    `/posts/${post.slug}/revisions?${new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))}`;
  return (
    <>
      <PostHeader post={post} />
      {list.count < 2 ? (
        <EmptyState title={revisionsMessages.none} text={revisionsMessages.noneText}>
          <ButtonLink to={`/posts/${post.slug}/edit`}>{revisionsMessages.toEdit}</ButtonLink>
        </EmptyState>
      ) : (
        <div className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]">
          <div className="flex flex-col gap-6">
            <VersionList
              revisions={list.results}
              currentVersion={post.version}
              selected={selected?.version ?? null}
              hrefOf={(version) => hrefOf({ page, version })}
            />
            <ListPagination
              page={page}
              pageCount={pageCountOf(list.count, pageSize)}
              hrefOf={(target) => hrefOf({ page: target })}
            />
          </div>
          {selected && (
            <div className="flex max-w-text flex-col gap-8">
              <Comparison revision={selected} current={post} />
              <RestoreButton
                key={selected.version}
                post={post}
                revision={selected}
                onRestored={(slug) => void navigate(`/posts/${encodeURIComponent(slug)}`)}
                onStale={() => void revalidate()}
              />
            </div>
          )}
        </div>
      )}
    </>
  );
}

function PostHeader({ post }: { post: PostDetail }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 border-y border-rule py-3">
      <p className="min-w-0 flex-1 basis-60 font-serif text-lg font-semibold wrap-anywhere">
        {typesetText(post.title)}
      </p>
      <div className="flex flex-wrap gap-2">
        <ButtonLink to={`/posts/${post.slug}`} variant="secondary" size="sm">
          {revisionsMessages.toPost}
        </ButtonLink>
        <ButtonLink to={`/posts/${post.slug}/edit`} variant="secondary" size="sm">
          {revisionsMessages.toEdit}
        </ButtonLink>
      </div>
    </div>
  );
}

/** A post that the user may not edit: shows a toast and redirects to the post. */
function ForbiddenRedirect({ slug }: { slug: string }) {
  const navigate = useNavigate();
  useEffect(() => {
    notify('error', revisionsMessages.forbidden);
    void navigate(`/posts/${slug}`, { replace: true });
  }, [navigate, slug]);
  return null;
}

function Placeholder() {
  return (
    <div className="border-t border-rule py-6">
      <LoadingFallback
        needsScript={revisionsMessages.needsScript}
        loading={revisionsMessages.loading}
        className="grid gap-8 lg:grid-cols-[17rem_minmax(0,1fr)]"
      >
        <SkeletonText lines={6} />
        <div>
          <Skeleton className="h-7 w-2/3" />
          <SkeletonText lines={8} className="mt-6" />
        </div>
      </LoadingFallback>
    </div>
  );
}
