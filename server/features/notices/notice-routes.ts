import * as contract from '#contract/notices.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentNotice } from './notice-presenter.ts';
import type { NoticeService } from './notice-service.ts';

type Deps = { notices: NoticeService; publicUrl: string };

export function noticeRoutes({ notices, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listNotices, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const found = await notices.list(actor, query);
        return ok({
          count: found.count,
          unread_count: found.unread,
          ...pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count),
          results: found.notices.map(presentNotice),
        });
      },
    }),
    operation(contract.readNotices, {
      handle: async ({ actor, body }) =>
        ok({ unread_count: await notices.readUpTo(actor, body.up_to ?? null) }),
    }),
    operation(contract.readNotice, {
      handle: async ({ actor, params }) => ok({ unread_count: await notices.read(actor, params.id) }),
    }),
    operation(contract.clearNotices, {
      handle: async ({ actor, body }) => ok({ unread_count: await notices.clear(actor, body.up_to ?? null) }),
    }),
  ];
}
