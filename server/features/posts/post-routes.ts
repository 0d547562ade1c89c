import { isbot } from 'isbot';
import type { z } from 'zod';
import * as contract from '#contract/posts.ts';
import { presentCategory } from '#server/features/categories/index.ts';
import type { Actor } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { Post } from './post.ts';
import { presentDetail, presentListItem } from './post-presenter.ts';
import type { PostInput, PostPage, PostService } from './post-service.ts';
import type { ViewCounter } from './view-counter.ts';

type Deps = { posts: PostService; views: ViewCounter; clock: Clock; publicUrl: string };
type Place = { path: string; rawQuery: Record<string, string> };

export function postRoutes({ posts, views, clock, publicUrl }: Deps): Operation[] {
  const linksOf = ({ page, count }: PostPage, { path, rawQuery: query }: Place) =>
    pageLinks({ publicUrl, path, query }, page, count);
  const presentPage = (found: PostPage, place: Place) => ({
    count: found.count,
    ...linksOf(found, place),
    results: found.posts.map((post) => presentListItem(post, publicUrl)),
  });
  const detail = (post: Post, actor: Actor) => presentDetail(post, { actor, now: clock.now(), publicUrl });

  return [
    operation(contract.listPosts, {
      handle: async ({ actor, query, ...place }) => {
        const found = await posts.list(actor, query);
        return ok({ ...presentPage(found, place), pinned_posts_count: found.pinnedCount });
      },
    }),
    operation(contract.listMyPosts, {
      handle: async ({ actor, query, ...place }) => ok(presentPage(await posts.listOwn(actor, query), place)),
    }),
    operation(contract.listCategoryPosts, {
      handle: async ({ params, query, ...place }) => {
        const found = await posts.listOfCategory(params.slug, query);
        const { results, ...rest } = presentPage(found, place);
        const category = presentCategory(found.category);
        return ok({ category, posts: results, pinned_posts_count: found.pinnedCount, ...rest });
      },
    }),
    operation(contract.getPost, {
      handle: async ({ actor, params, origin }) => {
        const post = await posts.get(actor, params.slug);
        views.record(post.id, { actor, origin });
        return ok(detail({ ...post, viewsCount: post.viewsCount + views.pendingOf(post.id) }, actor));
      },
    }),
    operation(contract.viewPost, {
      handle: async ({ actor, params, origin }) => {
        const { id } = await posts.get(actor, params.slug);
        // Robots run the scripts of pages too, but read for nobody.
        if (origin && !isbot(origin.userAgent)) views.record(id, { actor, origin });
        return noContent();
      },
    }),
    operation(contract.createPost, {
      handle: async ({ actor, body }) => {
        const { title, content } = body;
        return created(detail(await posts.create(actor, { ...toChanges(body), title, content }), actor));
      },
    }),
    operation(contract.replacePost, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ actor, body }, post) =>
        ok(detail(await posts.update(actor, post, toChanges(body)), actor)),
    }),
    operation(contract.updatePost, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ actor, body }, post) =>
        ok(detail(await posts.update(actor, post, toChanges(body)), actor)),
    }),
    operation(contract.deletePost, {
      handle: async ({ actor, params }) => {
        await posts.remove(actor, params.slug);
        return noContent();
      },
    }),
  ];
}

const toChanges = (body: z.output<typeof contract.updatePostBody>): Partial<PostInput> => ({
  title: body.title,
  content: body.content,
  categoryId: body.category,
  status: body.status,
  commentsEnabled: body.comments_enabled,
  image: body.image,
});
