import * as contract from '#contract/draft-links.ts';
import { created, noContent, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { networkOf } from '#server/platform/network.ts';
import { presentDraftLink, presentSharedDraft } from './draft-link-presenter.ts';
import type { DraftLinks } from './draft-link-service.ts';

type Deps = { links: DraftLinks; publicUrl: string };

export function draftLinkRoutes({ links, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listDraftLinks, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const found = await links.list(actor, query);
        return ok({
          count: found.count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.links.map((link) => presentDraftLink(link, publicUrl)),
        });
      },
    }),
    operation(contract.createDraftLink, {
      handle: async ({ actor, body }) => {
        const { link, token } = await links.create(actor, body.key);
        // A browser sends a fragment to no server and in no referrer.
        return created({ ...presentDraftLink(link, publicUrl), url: `${publicUrl}/draft#${token}` });
      },
    }),
    operation(contract.deleteDraftLink, {
      handle: async ({ actor, params }) => {
        await links.revoke(actor, params.id);
        return noContent();
      },
    }),
    operation(contract.readDraftLink, {
      handle: async ({ body, origin }) => {
        const found = await links.read(body.token, origin ? networkOf(origin.address) : undefined);
        return 'draft' in found
          ? ok({ published_slug: null, draft: presentSharedDraft(found.draft, publicUrl) })
          : ok({ published_slug: found.publishedSlug, draft: null });
      },
    }),
  ];
}
