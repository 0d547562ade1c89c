import * as contract from '#contract/front-page-layout.ts';
import { t } from '#locales/index.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import type { WantedPlacement } from './placement.ts';
import { presentHistoryEntry, presentLayout } from './placement-presenter.ts';
import type { FrontPageLayouts } from './placement-service.ts';
import { presentFrontPage } from './post-presenter.ts';

type Deps = { layouts: FrontPageLayouts; publicUrl: string };

export function placementRoutes({ layouts, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.getFrontPageLayout, {
      handle: async ({ actor }) => ok(presentLayout(await layouts.get(), { actor, publicUrl })),
    }),
    operation(contract.replaceFrontPageLayout, {
      handle: async ({ actor, body }) => {
        const changed = await layouts.replace(actor, body.placements.map(toWanted), body.version);
        const current = presentLayout(changed.layout, { actor, publicUrl });
        if (changed.isStale) return { status: 412 as const, body: { detail: t('frontPage.stale'), current } };
        return ok(current);
      },
    }),
    operation(contract.previewFrontPage, {
      handle: async ({ body }) => {
        const at = body.at ? new Date(body.at) : null;
        return ok(presentFrontPage(await layouts.preview(body.placements.map(toWanted), at), publicUrl));
      },
    }),
    operation(contract.listFrontPageHistory, {
      handle: async ({ query, path, rawQuery }) => {
        const { entries, count, page } = await layouts.listHistory(query);
        return ok({
          count,
          ...pageLinks({ publicUrl, path, query: rawQuery }, page, count),
          results: entries.map(presentHistoryEntry),
        });
      },
    }),
  ];
}

const toWanted = ({ id, post_id, section, ...period }: contract.WantedPlacement): WantedPlacement => ({
  id: id ?? undefined,
  postId: post_id,
  section,
  startsAt: period.starts_at ? new Date(period.starts_at) : null,
  endsAt: period.ends_at ? new Date(period.ends_at) : null,
});
