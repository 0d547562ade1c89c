import { lazy, Suspense } from 'react';
import { type LoaderFunctionArgs, type MetaArgs, redirect, useLoaderData } from 'react-router';
import { interpolate } from '#locales/interpolate.ts';
import { displayName } from '#locales/person.ts';
import * as authorPageMessages from '#locales/ru/author-page.ts';
import * as feedsMessages from '#locales/ru/feeds.ts';
import { apiContext } from '#web/api/context.ts';
import { useUser } from '#web/api/use-session.ts';
import { userCan } from '#web/api/user-can.ts';
import { PostGrid } from '#web/features/posts/post-grid.tsx';
import { toListedPost } from '#web/features/posts/without-content.ts';
import { AuthorHeader } from '#web/features/profile/author-header.tsx';
import { ListPagination } from '#web/lists/list-pagination.tsx';
import { normalisePage, pageCountOf, pageUrl, parsePage } from '#web/lists/page-number.ts';
import { authorPath } from '#web/paths/author-path.ts';
import { cardImage } from '#web/shell/card-image.ts';
import { FeedLink } from '#web/shell/feed-link.tsx';
import { feedLinks } from '#web/shell/feed-links.ts';
import { identityOf, pageMeta, siteOrigin } from '#web/shell/page-meta.ts';
import type { PageHandle } from '#web/shell/page-url.ts';
import { authorThing, structuredData } from '#web/shell/structured-data.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Container } from '#web/ui/container.tsx';
import { EmptyState } from '#web/ui/notice.tsx';

/** Loaded for users only. */
const ReportButton = lazy(() =>
  import('#web/reports/report-button.tsx').then((module) => ({ default: module.ReportButton })),
);
/** Loaded for moderators only. */
const AccountPanel = lazy(() =>
  import('#web/features/moderation/account-panel.tsx').then((module) => ({ default: module.AccountPanel })),
);

const pageSize = 18;

const pathOf = (author: { username: string }, page: number) => pageUrl(authorPath(author), page);

const load = async ({ context, params: { username = '' }, request }: LoaderFunctionArgs) => {
  const api = context.get(apiContext);
  const page = parsePage(new URL(request.url).searchParams);
  const [author, posts] = await Promise.all([
    api.call('getUser', { params: { username } }),
    api.call('listUserPosts', { params: { username }, query: { page, page_size: pageSize } }),
  ]);
  // The API finds names in any case; redirect to the canonical URL.
  if (author.username !== username) throw redirect(pathOf(author, page), 301);
  return {
    author,
    posts: posts.results.map(toListedPost),
    count: posts.count,
    page,
    pageCount: pageCountOf(posts.count, pageSize),
  };
};
export const loader = load;
export const clientLoader = load;

export const handle: PageHandle = { query: { page: normalisePage } };

export const meta = ({ loaderData, matches }: MetaArgs<typeof load>) => {
  if (!loaderData) return pageMeta({ title: authorPageMessages.titleUnknown, matches });
  const { author, page } = loaderData;
  const name = displayName(author);
  const tags = pageMeta({
    title: name,
    description: author.bio || interpolate(authorPageMessages.description, { name }),
    path: pathOf(author, page),
    isHidden: loaderData.count === 0,
    preview: import.meta.env.SSR
      ? {
          type: 'profile',
          image: cardImage(authorPath(author), [identityOf(matches), name, author.bio, author.avatar], name),
        }
      : undefined,
    matches,
  });
  const origin = siteOrigin(matches);
  if (!import.meta.env.SSR || origin === null) return tags;
  return [...tags, ...feedLinks(authorPath(author), name), structuredData([authorThing(author, origin)])];
};

export default function Author() {
  const { author, posts, count, page, pageCount } = useLoaderData<typeof load>();
  return (
    <Container className="py-6 sm:py-10">
      <AuthorHeader
        author={author}
        postsCount={count}
        action={
          <>
            <p className="mt-3 text-sm">
              <FeedLink path={authorPath(author)} label={feedsMessages.subscribeToAuthor} />
            </p>
            <AuthorActions authorId={author.id} />
          </>
        }
      />
      <section aria-label={authorPageMessages.posts} className="mt-10">
        {posts.length === 0 ? (
          <EmptyState title={authorPageMessages.noPosts} text={authorPageMessages.noPostsText}>
            <ButtonLink to="/posts">{authorPageMessages.readAll}</ButtonLink>
          </EmptyState>
        ) : (
          <PostGrid posts={posts} />
        )}
      </section>
      <div className="mt-12">
        <ListPagination page={page} pageCount={pageCount} hrefOf={(target) => pathOf(author, target)} />
      </div>
    </Container>
  );
}

/** A separate component, so that a restored session does not re-render the page. */
function AuthorActions({ authorId }: { authorId: number }) {
  const user = useUser();
  if (user?.id === authorId)
    return (
      <ButtonLink to="/profile" variant="secondary" className="mt-4">
        {authorPageMessages.edit}
      </ButtonLink>
    );
  if (!user) return null;
  return (
    <Suspense>
      {userCan(user, 'accounts.moderate') ? (
        <AccountPanel key={authorId} accountId={authorId} />
      ) : (
        <ReportButton key={authorId} kind="account" id={authorId} />
      )}
    </Suspense>
  );
}
