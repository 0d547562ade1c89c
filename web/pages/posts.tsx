import { type LoaderFunctionArgs, type MetaArgs, useLoaderData, useNavigation } from 'react-router';
import { exactCountLimit } from '#contract/query.ts';
import { countOf } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import { nouns } from '#locales/ru/nouns.ts';
import * as postListMessages from '#locales/ru/post-list.ts';
import * as searchMessages from '#locales/ru/search.ts';
import * as shellMessages from '#locales/ru/shell.ts';
import type { ApiClient } from '#web/api/client.ts';
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
import { type CategoryOption, FilterLine, PostFilters } from '#web/features/posts/post-filters.tsx';
import { PostGrid, PostRows } from '#web/features/posts/post-grid.tsx';
import {
  apiOrderings,
  normaliseSearchOrdering,
  parseSearchState,
  type SearchState,
  searchPath,
  searchQueryKeys,
} from '#web/features/posts/search-path.ts';
import { toFound } from '#web/features/posts/search-results.tsx';
import { SearchView, searchPageSize } from '#web/features/posts/search-view.tsx';
import { useView } from '#web/features/posts/use-view.ts';
import { ViewToggle } from '#web/features/posts/view-toggle.tsx';
import { type ListedPost, toListedPost } from '#web/features/posts/without-content.ts';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { pageCountOf, pageUrl } from '#web/lists/page-number.ts';
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
  const params = new URL(request.url).searchParams;
  const search = parseSearchState(params);
  const categories = orNull(api.call('listCategories', { query: { page_size: categoryLimit } }));
  const loaded = search.search === '' ? loadList(api, parseListState(params)) : loadSearch(api, search);
  const [content, known] = await Promise.all([loaded, categories]);
  return { ...content, categories: (known?.results ?? []).map(({ id, name, slug }) => ({ id, name, slug })) };
};

async function loadList(api: ApiClient, state: ListState) {
  const { category, ordering, page } = state;
  const query = {
    status: 'published' as const,
    category: category || undefined,
    ordering,
    page,
    page_size: pageSize,
  };
  const posts = await api.call('listPosts', { query });
  return { list: { state, posts: posts.results.map(toListedPost), count: posts.count }, search: undefined };
}

async function loadSearch(api: ApiClient, state: SearchState) {
  const { search, tab, category, author, since, until, page } = state;
  const query = {
    search,
    tab,
    category: category || undefined,
    author: author || undefined,
    since: since || undefined,
    until: until || undefined,
    ordering: apiOrderings[state.ordering],
    exact: state.isExact || undefined,
    page,
    page_size: searchPageSize,
  };
  return { list: undefined, search: { state, found: toFound(await api.call('searchSite', { query })) } };
}
export const loader = load;
export const clientLoader = load;

export const handle: PageHandle = { query: { ...searchQueryKeys, ordering: normalisePostsOrdering } };

/** Of the list of all posts, or of search results: the names differ. */
function normalisePostsOrdering(value: string): string {
  return normaliseListOrdering(value) || normaliseSearchOrdering(value);
}

/** The list of one category is the page of the category. */
function canonicalPath({ list, search, categories }: Awaited<ReturnType<typeof load>>): string {
  if (!list) return searchPath(search.state);
  const { ordering, page } = list.state;
  const category = categories.find(({ slug, id }) => [slug, String(id)].includes(list.state.category));
  return category && ordering === defaultOrdering
    ? pageUrl(`/categories/${category.slug}`, page)
    : listPath(list.state);
}

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) =>
  pageMeta({
    title: loaderData?.search
      ? interpolate(searchMessages.title, { query: loaderData.search.state.search })
      : postListMessages.title,
    description: loaderData?.search ? searchMessages.description : postListMessages.description,
    path: loaderData ? canonicalPath(loaderData) : '/posts',
    // Search results and other orders show nothing of their own.
    isHidden:
      loaderData &&
      (!loaderData.list || loaderData.list.state.ordering !== defaultOrdering || loaderData.list.count === 0),
    matches,
  });

export default function Posts() {
  const { list, search, categories } = useLoaderData<typeof load>();
  const navigation = useNavigation();
  const isLoading = navigation.location?.pathname === '/posts';
  return (
    <Container className="py-6 sm:py-12">
      {list ? (
        <PostList {...list} categories={categories} isLoading={isLoading} />
      ) : (
        <SearchView {...search} categories={categories} isLoading={isLoading} />
      )}
    </Container>
  );
}

type PostListProps = {
  state: ListState;
  posts: ListedPost[];
  count: number;
  categories: CategoryOption[];
  isLoading: boolean;
};

function PostList({ state, posts, count, categories, isLoading }: PostListProps) {
  const [view, setView] = useView();
  return (
    <>
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
          pageCount={pageCountOf(count, pageSize)}
          hrefOf={(page) => listPath({ ...state, page })}
        />
      </div>
    </>
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
  const isFiltered = state.category !== '';
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
