import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { exactCountLimit, normaliseSearch } from '#contract/query.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import { apiContext } from '#web/api/context.ts';
import { useSession } from '#web/api/use-session.ts';
import { ActiveFilters } from '#web/features/posts/active-filters.tsx';
import {
  defaultOrdering,
  type ListState,
  listPath,
  normaliseListOrdering,
  parseListState,
} from '#web/features/posts/list-path.ts';
import { orNull } from '#web/features/posts/or-null.ts';
import { FilterLine, PostFilters } from '#web/features/posts/post-filters.tsx';
import { PostGrid, PostRows } from '#web/features/posts/post-grid.tsx';
import { useView } from '#web/features/posts/use-view.ts';
import { ViewToggle } from '#web/features/posts/view-toggle.tsx';
import { toListedPost } from '#web/features/posts/without-content.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { normalisePage, pageCountOf, pageUrl } from '#web/lists/page-number.ts';
import { pageMeta } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

const pageSize = 18;
const categoryLimit = 100;

const load = async ({ context, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const state = parseListState(new URL(request.url).searchParams);
  const { search, category, ordering, page } = state;
  const query = {
    status: 'published' as const,
    search: search || undefined,
    category: category || undefined,
    ordering,
    page,
    page_size: pageSize,
  };
  const [posts, categories] = await Promise.all([
    api.call('listPosts', { query }),
    orNull(api.call('listCategories', { query: { page_size: categoryLimit } })),
  ]);
  return {
    state,
    posts: posts.results.map(toListedPost),
    count: posts.count,
    categories: (categories?.results ?? []).map(({ id, name, slug }) => ({ id, name, slug })),
  };
};
export const loader = load;
export const clientLoader = load;

export const handle: PageHandle = {
  query: {
    search: normaliseSearch,
    category: (value) => value.trim(),
    ordering: normaliseListOrdering,
    page: normalisePage,
  },
};

/** The list of one category is the page of the category. */
function canonicalPath({ state, categories }: Awaited<ReturnType<typeof load>>): string {
  const { search, ordering, page } = state;
  const category = categories.find(({ slug, id }) => [slug, String(id)].includes(state.category));
  return category && !search && ordering === defaultOrdering
    ? pageUrl(`/categories/${category.slug}`, page)
    : listPath(state);
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: postListMessages.title,
    description: postListMessages.description,
    path: loaderData ? canonicalPath(loaderData) : '/posts',
    // Search results and other orders show nothing of their own.
    isHidden:
      loaderData &&
      (loaderData.state.search !== '' ||
        loaderData.state.ordering !== defaultOrdering ||
        loaderData.count === 0),
    matches,
  });

export default function Posts() {
  const { state, posts, count, categories } = useLoaderData<typeof load>();
  const navigation = useNavigation();
  const isLoading = navigation.location?.pathname === '/posts';
  const [view, setView] = useView();
  const pageCount = pageCountOf(count, pageSize);
  return (
    <Container className="py-6 sm:py-12">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <div className="flex min-w-0 flex-1 flex-wrap items-baseline gap-x-4 gap-y-1">
          <h1 className="text-3xl font-bold sm:text-5xl">{postListMessages.heading}</h1>
          <p role="status" className="text-soft">
            {isLoading ? postListMessages.loading : formatCount(count)}
          </p>
        </div>
        <ViewToggle view={view} onChange={setView} />
        <NewPostLink label={shellMessages.createPost} />
      </div>
      <div className="mt-4 border-y border-rule py-2">
        <FilterLine>
          <PostFilters state={state} categories={categories} />
          <ActiveFilters state={state} />
        </FilterLine>
      </div>
      <div
        aria-busy={isLoading}
        className={classNames('mt-6 transition-opacity duration-100', isLoading && 'opacity-50')}
      >
        {posts.length === 0 && <NoPosts state={state} />}
        {posts.length > 0 && (view === 'list' ? <PostRows posts={posts} /> : <PostGrid posts={posts} />)}
      </div>
      <div className="mt-12">
        <ListPagination
          page={state.page}
          pageCount={pageCount}
          hrefOf={(page) => listPath({ ...state, page })}
        />
      </div>
    </Container>
  );
}

/** The API counts a list without a stored counter up to 10,000; at that limit the text says that there are more. */
function formatCount(count: number): string {
  const words = countOf(count, nouns.article);
  return interpolate(count === exactCountLimit ? postListMessages.foundMany : postListMessages.found, {
    count: words,
  });
}

/**
 * The link to a new post; its space is reserved while a session is being restored. A separate component, so that a restored
 * session does not re-render the page.
 */
function NewPostLink({ label }: { label: string }) {
  const { status } = useSession();
  if (status === 'guest') return null;
  return (
    <div className={status === 'restoring' ? 'hidden restoring:invisible restoring:block' : undefined}>
      <ButtonLink to="/posts/create">{label}</ButtonLink>
    </div>
  );
}

function NoPosts({ state }: { state: ListState }) {
  const isFiltered = state.search !== '' || state.category !== '';
  if (isFiltered)
    return (
      <EmptyState title={postListMessages.empty} text={postListMessages.emptyFiltered}>
        <ButtonLink to="/posts" variant="secondary">
          {postListMessages.reset}
        </ButtonLink>
      </EmptyState>
    );
  return (
    <EmptyState title={postListMessages.empty} text={postListMessages.emptyAll}>
      <NewPostLink label={postListMessages.createFirst} />
    </EmptyState>
  );
}
