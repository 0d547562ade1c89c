import type { z } from 'zod';
import * as contract from '#contract/drafts.ts';
import { pickPostFields, postFieldDefaults } from '#contract/post-fields.ts';
import { t } from '#locales/index.ts';
import { noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { findPicturePaths } from '#server/platform/media-url.ts';
import { presentDraft, presentDraftItem } from './post-draft-presenter.ts';
import type { PostDraftInput, PostDrafts } from './post-draft-service.ts';

type Deps = { drafts: PostDrafts; publicUrl: string };

export function postDraftRoutes({ drafts, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listDrafts, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const found = await drafts.list(actor, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.drafts.map(presentDraftItem),
        });
      },
    }),
    operation(contract.getDraft, {
      handle: async ({ actor, params }) => ok(presentDraft(await drafts.get(actor, params.key), publicUrl)),
    }),
    operation(contract.saveDraft, {
      load: ({ actor, params }) => drafts.getForSave(actor, params.key),
      handle: async ({ actor, body }, key) => {
        const { isStale, draft } = await drafts.save(actor, key, toInput(body));
        const current = presentDraft(draft, publicUrl);
        return isStale
          ? { status: 412 as const, body: { detail: t('posts.draftStale'), current } }
          : ok(current);
      },
    }),
    operation(contract.deleteDraft, {
      handle: async ({ actor, params }) => {
        await drafts.remove(actor, params.key);
        return noContent();
      },
    }),
  ];
}

const toInput = (body: z.output<typeof contract.saveDraftBody>): PostDraftInput => ({
  ...postFieldDefaults,
  ...pickPostFields(body),
  imagePath: body.image_url && (findPicturePaths(body.image_url)[0] ?? null),
  categoryId: body.category ?? null,
  status: body.status ?? 'published',
  publishAt: body.publish_at ? new Date(body.publish_at) : null,
  clientId: body.writer,
  expected: body.version ?? null,
  postVersion: body.post_version ?? null,
});
