import { isbot } from 'isbot';
import type { z } from 'zod';
import { getFrontPage } from '#contract/front-page.ts';
import { pickPostFields } from '#contract/post-fields.ts';
import type { PostDetail } from '#contract/posts.ts';
import * as contract from '#contract/posts.ts';
import { listUserPosts } from '#contract/users.ts';
import { t } from '#locales/index.ts';
import { presentCategory } from '#server/features/categories/index.ts';
import type { Actor, User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import {
  created,
  type HttpResponse,
  noContent,
  type Operation,
  ok,
  operation,
  type RawCall,
} from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { FrontPages } from './front-page-service.ts';
import type { Post, PostSummary } from './post.ts';
import type { PostDrafts } from './post-draft-service.ts';
import type { PostInput } from './post-input-service.ts';
import type { PostListService } from './post-list-service.ts';
import type { PostPage } from './post-page-service.ts';
import { presentDetail, presentFrontPage, presentListItem } from './post-presenter.ts';
import type { PostService } from './post-service.ts';
import type { ViewCounter } from './view-counter.ts';
import { toViewSource } from './view-source.ts';

/**
 * `POST /posts/` also creates comments: an existing client sends them there. The comments module, which comes later in the
 * dependency order, handles them.
 */
export type CommentPort = { createComment(raw: RawCall): Promise<HttpResponse> };

type Deps = {
  posts: PostService;
  frontPages: FrontPages;
  lists: PostListService;
  drafts: Pick<PostDrafts, 'finish'>;
  views: ViewCounter;
  clock: Clock;
  ports: CommentPort;
  publicUrl: string;
};
type Change = {
  post: Post;
  body: z.output<typeof contract.updatePostBody>;
  versions: number[] | undefined;
};
type RequestTarget = { path: string; rawQuery: Record<string, string> };

export function postRoutes(deps: Deps): Operation[] {
  return [...listRoutes(deps), ...singleRoutes(deps)];
}

function listRoutes({ lists, frontPages, publicUrl }: Deps): Operation[] {
  const presentAll = (found: PostSummary[]) => found.map((post) => presentListItem(post, publicUrl));
  const linksOf = ({ page, count }: PostPage, { path, rawQuery: query }: RequestTarget) =>
    pageLinks({ publicUrl, path, query }, page, count);
  const presentPage = (found: PostPage, target: RequestTarget) => ({
    count: found.count,
    ...linksOf(found, target),
    results: presentAll(found.posts),
  });
  return [
    operation(contract.listPosts, {
      handle: async ({ actor, query, ...target }) => {
        const found = await lists.list(actor, query);
        return ok({ ...presentPage(found, target), pinned_posts_count: found.pinnedCount });
      },
    }),
    operation(contract.listMyPosts, {
      handle: async ({ actor, query, ...target }) =>
        ok(presentPage(await lists.listOwn(actor, query), target)),
    }),
    operation(contract.listCategoryPosts, {
      handle: async ({ params, query, ...target }) => {
        const found = await lists.listOfCategory(params.slug, query);
        const { results, ...rest } = presentPage(found, target);
        const category = presentCategory(found.category);
        return ok({ category, posts: results, pinned_posts_count: found.pinnedCount, ...rest });
      },
    }),
    operation(listUserPosts, {
      handle: async ({ params, query, ...target }) =>
        ok(presentPage(await lists.listOfAuthor(params.username, query), target)),
    }),
    operation(getFrontPage, {
      handle: async () => ok(presentFrontPage(await frontPages.getFrontPage(), publicUrl)),
    }),
    operation(contract.listPopularPosts, { handle: async () => ok(presentAll(await lists.listPopular())) }),
    operation(contract.listRecentPosts, { handle: async () => ok(presentAll(await lists.listRecent())) }),
    operation(contract.listPinnedPosts, {
      handle: async () => {
        const { posts, count } = await lists.listPinned();
        return ok({ count, results: presentAll(posts) });
      },
    }),
    operation(contract.listFeaturedPosts, {
      handle: async () => {
        const { pinned, popular, pinnedTotal } = await lists.listFeatured();
        return ok({
          pinned_posts: presentAll(pinned),
          popular_posts: presentAll(popular),
          total_pinned: pinnedTotal,
        });
      },
    }),
  ];
}

function singleRoutes({ posts, drafts, views, clock, ports, publicUrl }: Deps): Operation[] {
  const ownHost = new URL(publicUrl).hostname;
  const detail = (post: Post, actor: Actor) => presentDetail(post, { actor, now: clock.now(), publicUrl });
  const conflict = (current: PostDetail) => ({
    status: 412 as const,
    body: { detail: t('posts.stale'), current },
  });
  async function change(actor: User, { post, body, versions }: Change) {
    const changed = await posts.update(actor, post, toChanges(body), versions);
    if (changed.isStale) return conflict(detail(changed.post, actor));
    await drafts.finish(actor, body, { postId: post.id });
    return ok(detail(changed.post, actor));
  }

  return [
    operation(contract.getPost, {
      handle: async ({ actor, params, query, origin }) => {
        const post = await posts.get(actor, params.slug);
        if (query.count_view !== false) views.record(post, { actor, origin });
        return ok(detail({ ...post, viewsCount: post.viewsCount + views.getPending(post.id) }, actor));
      },
    }),
    operation(contract.viewPost, {
      load: ({ actor, params }) => posts.get(actor, params.slug),
      handle: async ({ actor, body, origin }, post) => {
        // Only pages report views this way, so every bot, API clients included, is ignored.
        if (origin && !isbot(origin.userAgent))
          views.record(post, { actor, origin }, toViewSource(body.referrer ?? undefined, ownHost));
        return noContent();
      },
    }),
    operation(contract.createPost, {
      alternative: ports.createComment,
      handle: async ({ actor, body, commitResponse }) => {
        return posts.create(actor, { ...toChanges(body), ...pickPostFields(body) }, async (tx, post) => {
          await drafts.finish(actor, body, { postId: post.id, tx });
          return commitResponse(tx, created(detail(post, actor)), { kind: 'post', id: post.id });
        });
      },
    }),
    operation(contract.previewPost, {
      handle: async ({ actor, body }) => ok({ content_html: await posts.preview(actor, body.content) }),
    }),
    operation(contract.replacePost, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: ({ actor, body, ...call }, post) =>
        change(actor, { post, body, versions: versionsOf(call, body) }),
    }),
    operation(contract.updatePost, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: ({ actor, body, ...call }, post) =>
        change(actor, { post, body, versions: versionsOf(call, body) }),
    }),
    operation(contract.deletePost, {
      load: ({ actor, params }) => posts.getForDelete(actor, params.slug),
      handle: async ({ actor, expectedVersions }, loaded) => {
        const { isStale, post } = await posts.remove(actor, loaded, expectedVersions);
        return isStale ? conflict(detail(post, actor)) : noContent();
      },
    }),
  ];
}

/** `If-Match` takes precedence over the version in the body. */
const versionsOf = (
  { expectedVersions }: { expectedVersions: number[] | undefined },
  { version }: { version?: number },
): number[] | undefined => expectedVersions ?? (version === undefined ? undefined : [version]);

const toChanges = (body: z.output<typeof contract.updatePostBody>): Partial<PostInput> => ({
  ...pickPostFields(body),
  categoryId: body.category,
  status: body.status,
  publishAt: typeof body.publish_at === 'string' ? new Date(body.publish_at) : body.publish_at,
  image: body.image,
  imageUrl: body.image_url ?? undefined,
});
