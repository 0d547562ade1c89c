import { lazy, Suspense, useEffect, useState } from 'react';
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  type MetaArgs,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useNavigate,
  useRevalidator,
  useRouteError,
} from 'react-router';
import type { PostDetail } from '#contract/posts.ts';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as feedsMessages from '#locales/ru/feeds.ts';
import * as notFoundMessages from '#locales/ru/not-found.ts';
import * as postPageMessages from '#locales/ru/post-page.ts';
import type { ApiClient } from '#web/api/client.ts';
import { apiContext } from '#web/api/context.ts';
import { useSession } from '#web/api/use-session.ts';
import { CategoryName } from '#web/categories/category-mark.tsx';
import { SessionOverlay } from '#web/features/auth/session-overlay.tsx';
import {
  limitToFirstThreads,
  normalizeAfterParam,
  normalizeCommentsParam,
  normalizeOrderParam,
  partSize,
  requestedAfter,
  requestedOrder,
  toDiscussion,
} from '#web/features/comments/thread.ts';
import { ArticleEnd } from '#web/features/posts/article-end.tsx';
import { chooseFurtherPosts, type FurtherPosts, withoutPost } from '#web/features/posts/further-posts.ts';
import { FurtherReading } from '#web/features/posts/further-reading.tsx';
import { HiddenNotice } from '#web/features/posts/hidden-notice.tsx';
import { orNull } from '#web/features/posts/or-null.ts';
import { PostArticle } from '#web/features/posts/post-article.tsx';
import { PostSkeleton } from '#web/features/posts/post-skeleton.tsx';
import { PageTools } from '#web/features/posts/post-tools.tsx';
import { ShareIcon, ShareRow } from '#web/features/posts/share-button.tsx';
import { useCanonicalPath } from '#web/features/posts/use-canonical-path.ts';
import { ViewReporter } from '#web/features/posts/view-reporter.ts';
import { type FullPost, toListedPost, withoutContent } from '#web/features/posts/without-content.ts';
import { articleMeta } from '#web/offline/offline-settings.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { cardImage } from '#web/shell/card-image.ts';
import { feedLinks } from '#web/shell/feed-links.ts';
import { NotFoundScreen } from '#web/shell/not-found-screen.tsx';
import { identityOf, pageMeta, siteOrigin } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import type { PreviewImage } from '#web/shell/preview-tags.ts';
import type { SiteIdentity } from '#web/shell/site-identity.ts';
import { articleThing, breadcrumbThing, structuredData } from '#web/shell/structured-data.ts';
import { Breadcrumbs } from '#web/ui/breadcrumbs.tsx';
import { Container } from '#web/ui/container.tsx';
import { LazyBoundary } from '#web/ui/lazy-boundary.tsx';

const relatedCount = 3;

/** The server renders the discussion; its code loads after the article's. */
const CommentsSection = lazy(() =>
  import('#web/features/comments/comments-section.tsx').then((module) => ({
    default: module.CommentsSection,
  })),
);

/** The posts offered after the text: of the same category, filled up with popular ones; empty on failure. */
async function findFurther(api: ApiClient, post: PostDetail): Promise<FurtherPosts> {
  const wanted = relatedCount + 1;
  const params = { slug: post.category_info?.slug ?? '' };
  const sameCategory =
    post.category_info &&
    (await orNull(api.call('listCategoryPosts', { params, query: { page_size: wanted + 1 } })));
  const candidates = withoutPost(sameCategory?.posts ?? [], post.id);
  const popular = candidates.length < wanted ? await orNull(api.call('listPopularPosts')) : null;
  return chooseFurtherPosts(
    [...candidates, ...withoutPost(popular ?? [], post.id)].map(toListedPost),
    relatedCount,
  );
}

const load = async ({ context, params, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  // `ViewReporter` counts the view, once the page is shown.
  const post = await api.call('getPost', {
    params: { slug: params.slug ?? '' },
    query: { count_view: 'false' },
  });
  // The API also accepts a former slug or an id; redirect to the canonical URL.
  if (import.meta.env.SSR && params.slug !== post.slug) throw redirect(`/posts/${post.slug}`, 301);
  // A failure of the comments is shown in their section; the post stays readable.
  const { searchParams } = new URL(request.url);
  const [order, startsAt] = [requestedOrder(searchParams), requestedAfter(searchParams)];
  const query = { limit: partSize, order, after: startsAt ?? undefined };
  const [discussion, further, author] = await Promise.all([
    orNull(api.call('listPostComments', { params: { postId: String(post.id) }, query })),
    findFurther(api, post),
    orNull(api.call('getUser', { params: { username: post.author_info.username } })),
  ]);
  return {
    post: withoutContent(post),
    authorBio: author?.bio ?? '',
    discussion: discussion && toDiscussion(discussion, { order, startsAt }),
    further,
  };
};
/** The server-rendered page embeds only the comments that it shows. */
export const loader = async (args: LoaderFunctionArgs) => {
  const { discussion, ...loaded } = await load(args);
  return {
    ...loaded,
    discussion: discussion && limitToFirstThreads(discussion, new URL(args.request.url).searchParams),
  };
};
export const clientLoader = load;

/** Showing more comments of the loaded part needs no reload. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname === nextUrl.pathname &&
  currentUrl.search !== nextUrl.search &&
  requestedAfter(currentUrl.searchParams) === requestedAfter(nextUrl.searchParams) &&
  requestedOrder(currentUrl.searchParams) === requestedOrder(nextUrl.searchParams)
    ? false
    : defaultShouldRevalidate;

export const handle: PageHandle = {
  query: { order: normalizeOrderParam, comments: normalizeCommentsParam, after: normalizeAfterParam },
};

export const meta = ({ loaderData, error, matches }: MetaArgs<typeof load>) => {
  if (!loaderData)
    return pageMeta({ title: error ? notFoundMessages.title : postPageMessages.title, matches });
  const { post } = loaderData;
  const path = `/posts/${post.slug}`;
  const description = post.standfirst ?? post.excerpt;
  const tags = pageMeta({
    title: post.title,
    description,
    path,
    preview: import.meta.env.SSR
      ? { type: 'article', image: postCard(post, identityOf(matches)) }
      : undefined,
    matches,
  });
  const origin = siteOrigin(matches);
  if (!import.meta.env.SSR || origin === null) return tags;
  return [...tags, ...articleTags(loaderData, origin, identityOf(matches))];
};

function postCard(post: FullPost, site: SiteIdentity): PreviewImage {
  const { title, standfirst, image, image_focus, category_info: category, author_info } = post;
  const colors = category && [category.name, category.color, category.mark];
  const shown = [site, title, standfirst, image, image_focus, colors, displayName(author_info)];
  return cardImage(`/posts/${post.slug}`, shown, title);
}

/** What other programs read about the article. */
function articleTags(
  { post, discussion }: Awaited<ReturnType<typeof load>>,
  origin: string,
  site: SiteIdentity,
) {
  const path = `/posts/${post.slug}`;
  const { category_info: category } = post;
  return [
    // The service worker saves pages with this mark; the server renders those of public articles only.
    { name: articleMeta, content: path },
    { property: 'article:published_time', content: post.created_at },
    { property: 'article:modified_time', content: post.edited_at ?? post.created_at },
    { property: 'article:author', content: origin + authorPath(post.author_info) },
    ...(category ? [{ property: 'article:section', content: category.name }] : []),
    ...feedLinks(path, interpolate(feedsMessages.commentsDescription, { title: post.title })),
    {
      tagName: 'link',
      rel: 'alternate',
      type: 'application/json+oembed',
      title: post.title,
      href: `${origin}${path}/oembed.json`,
    },
    structuredData([
      articleThing(post, discussion?.comments ?? [], { site, origin, card: postCard(post, site) }),
      breadcrumbThing(origin, [
        { name: postPageMessages.breadcrumbHome, path: '/' },
        category
          ? { name: category.name, path: `/categories/${category.slug}` }
          : { name: postPageMessages.breadcrumbPosts, path: '/posts' },
        { name: post.title, path },
      ]),
    ]),
  ];
}

export default function Post() {
  const { post, authorBio, discussion, further } = useLoaderData<typeof load>();
  useCanonicalPath(post.slug);
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const isPublic = post.status === 'published' && !post.hidden;
  const share = { title: post.title, path: `/posts/${post.slug}` };

  return (
    <div className="post-page pb-16">
      <ViewReporter slug={post.slug} readingMinutes={post.reading_time_minutes} />
      <Container width="text" className="pt-2 sm:pt-6">
        <Breadcrumbs
          label={postPageMessages.breadcrumbs}
          steps={[
            { label: postPageMessages.breadcrumbHome, to: '/' },
            { label: postPageMessages.breadcrumbPosts, to: '/posts' },
            ...(post.category_info
              ? [
                  {
                    label: <CategoryName category={post.category_info} />,
                    to: `/categories/${post.category_info.slug}`,
                  },
                ]
              : []),
          ]}
        />
      </Container>
      {post.hidden && (
        <Container width="text" className="py-3">
          <HiddenNotice hidden={post.hidden} />
        </Container>
      )}
      <PostArticle
        post={post}
        tools={
          <>
            {/* On the left, because they appear later. */}
            <PageTools post={post} onDeleted={() => void navigate('/posts', { replace: true })} />
            {isPublic && <ShareIcon {...share} />}
          </>
        }
      />
      <Container width="text" className="mt-10">
        <ArticleEnd post={post} authorBio={authorBio} actions={isPublic && <ShareRow {...share} />} />
      </Container>
      <Suspense>
        <FurtherReading further={further} category={post.category_info} />
      </Suspense>
      {isPublic && (
        <Container width="text" className="mt-16">
          <LazyBoundary>
            <CommentsSection
              key={post.id}
              post={post}
              discussion={discussion}
              onRetry={() => void revalidate()}
            />
          </LazyBoundary>
        </Container>
      )}
    </div>
  );
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <MissingPost />;
  throw error;
}

/** A guest gets a 404 for a draft; its author sees it after the session is restored. */
function MissingPost() {
  if (useIsRecheckingNotFound()) return <PostSkeleton />;
  return (
    <>
      <NotFoundScreen />
      <SessionOverlay />
    </>
  );
}

/**
 * True while a 404 of the server-rendered page, which is rendered as a guest, is being checked for a user: the shell
 * reloads all data when a session begins. A 404 of a navigation in the browser is final.
 */
function useIsRecheckingNotFound(): boolean {
  const { status } = useSession();
  const { state } = useRevalidator();
  const isServerRendered = useLocation().key === 'default';
  const [progress, setProgress] = useState<'before' | 'during' | 'after'>('before');
  useEffect(() => {
    setProgress((previous) => {
      if (state === 'loading') return 'during';
      return previous === 'during' ? 'after' : previous;
    });
  }, [state]);
  return status === 'user' && isServerRendered && progress !== 'after';
}
