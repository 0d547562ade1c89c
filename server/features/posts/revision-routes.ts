import { pickRevisedFields } from '#contract/post-fields.ts';
import * as contract from '#contract/posts.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { mediaUrl } from '#server/platform/media-url.ts';
import { presentRevision } from './post-presenter.ts';
import type { PostService } from './post-service.ts';
import type { PostRevisions } from './revision-service.ts';

type Deps = { posts: Pick<PostService, 'getForEdit'>; revisions: PostRevisions; publicUrl: string };

export function revisionRoutes({ posts, revisions, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listRevisions, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ query, path, rawQuery }, post) => {
        const { revisions: found, count, page } = await revisions.list(post, query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: found.map((revision) => presentRevision(revision, publicUrl)),
        });
      },
    }),
    operation(contract.getRevision, {
      load: ({ actor, params }) => posts.getForEdit(actor, params.slug),
      handle: async ({ params }, post) => {
        const revision = await revisions.get(post, params.version);
        return ok({
          ...presentRevision(revision, publicUrl),
          ...pickRevisedFields(revision),
          image: mediaUrl(publicUrl, revision.image?.path ?? null),
        });
      },
    }),
  ];
}
