import { useState } from 'react';
import { type ClientLoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import type { EndpointResult } from '#contract/index.ts';
import * as myPostsMessages from '#locales/ru/my-posts.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import { apiContext } from '#web/api/context.ts';
import { createUserLoader } from '#web/api/user-loader.ts';
import { RequireUser } from '#web/features/auth/require-user.tsx';
import { SavedDrafts } from '#web/features/post-form/saved-drafts.tsx';
import { ActiveFilters } from '#web/features/posts/active-filters.tsx';
import { type ListState, listPath, parseListState } from '#web/features/posts/list-path.ts';
import { orNull } from '#web/features/posts/or-null.ts';
import { OwnPost } from '#web/features/posts/own-post.tsx';
import { FilterLine, PostFilters } from '#web/features/posts/post-filters.tsx';
import { SubscriptionLine } from '#web/features/posts/subscription-line.tsx';
import { OwnList } from '#web/lists/own-list.tsx';
import { pageCountOf } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';
import { LoadingFallback } from '#web/ui/loading-fallback.tsx';
import { EmptyState } from '#web/ui/notice.tsx';
import { Skeleton, SkeletonText } from '#web/ui/skeleton.tsx';

const basePath = '/posts/my';
const pageSize = 20;
const maxCategories = 100;

/** The server renders as a guest, who has no posts. */
export const loader = () => null;

const load = createUserLoader(async ({ context, request }: ClientLoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const state = parseListState(new URL(request.url).searchParams);
  const { search, category, ordering, status, page } = state;
  const filters = { search: search || undefined, category: category || undefined, ordering, status };
  const [posts, categories] = await Promise.all([
    api.call('listMyPosts', { query: { ...filters, page, page_size: pageSize } }),
    orNull(api.call('listCategories', { query: { page_size: maxCategories } })),
  ]);
  return { state, posts, categories: categories?.results ?? [] };
});
export const clientLoader = load;

export const meta = ({ matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: myPostsMessages.title,
    description: myPostsMessages.description,
    path: basePath,
    isHidden: true,
    matches,
  });

export default function MyPosts() {
  const loaded = useLoaderData<typeof load>();
  const [draftCount, setDraftCount] = useState(0);
  const hasSavedDrafts = loaded !== null && includesAllDrafts(loaded.state);
  return (
    <Container width="wide" className="py-6 sm:py-12">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h1 className="text-3xl font-bold sm:text-5xl">{myPostsMessages.heading}</h1>
          <p className="mt-2 hidden text-soft sm:block">{myPostsMessages.lead}</p>
        </div>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to="/posts/my/stats" variant="secondary">
            {myPostsMessages.stats}
          </ButtonLink>
          <ButtonLink to="/posts/create">{myPostsMessages.create}</ButtonLink>
        </div>
      </div>
      <RequireUser fallback={<Placeholder />}>
        {loaded ? (
          <>
            <div className="mt-3">
              <SubscriptionLine />
            </div>
            <div className="mt-3 border-y border-rule py-2">
              <FilterLine>
                <PostFilters state={loaded.state} categories={loaded.categories} basePath={basePath} />
                <ActiveFilters state={loaded.state} basePath={basePath} />
              </FilterLine>
            </div>
            {hasSavedDrafts && <SavedDrafts onFound={setDraftCount} />}
            {(loaded.posts.results.length > 0 || !hasSavedDrafts || draftCount === 0) && (
              <OwnPosts state={loaded.state} posts={loaded.posts} />
            )}
          </>
        ) : (
          <Placeholder />
        )}
      </RequireUser>
    </Container>
  );
}

/** True for the first page of a list that contains all drafts. */
const includesAllDrafts = ({ search, category, status, page }: ListState): boolean =>
  !search && !category && (status === undefined || status === 'draft') && page === 1;

function OwnPosts({ state, posts }: { state: ListState; posts: EndpointResult<'listMyPosts'> }) {
  const isLoading = useNavigation().location?.pathname === basePath;
  return (
    <OwnList
      items={posts.results}
      page={state.page}
      pageCount={pageCountOf(posts.count, pageSize)}
      hrefOf={(page) => listPath({ ...state, page }, basePath)}
      isLoading={isLoading}
      className={classNames(
        'mt-2 divide-y divide-rule transition-opacity duration-100',
        isLoading && 'opacity-50',
      )}
      empty={<NoPosts state={state} />}
    >
      {(post, { onDeleted }) => <OwnPost post={post} onDeleted={onDeleted} />}
    </OwnList>
  );
}

function NoPosts({ state: { search, category, status } }: { state: ListState }) {
  if (search || category || status)
    return (
      <EmptyState title={myPostsMessages.notFound} text={myPostsMessages.notFoundText}>
        <ButtonLink to={basePath} variant="secondary">
          {postListMessages.reset}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={myPostsMessages.empty} text={myPostsMessages.emptyText}>
      <ButtonLink to="/posts/create">{myPostsMessages.create}</ButtonLink>
    </EmptyState>
  );
}

const skeletonRows = [1, 2, 3, 4, 5];

function Placeholder() {
  return (
    <div className="mt-6">
      <LoadingFallback
        needsScript={myPostsMessages.needsScript}
        loading={myPostsMessages.loading}
        className="divide-y divide-rule"
      >
        {skeletonRows.map((row) => (
          <div key={row} className="py-5">
            <Skeleton className="h-7 w-2/3" />
            <SkeletonText lines={2} className="mt-3" />
          </div>
        ))}
      </LoadingFallback>
    </div>
  );
}
