import * as contract from '#contract/notifications.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentNotification } from './notification-presenter.ts';
import type { NotificationService } from './notification-service.ts';

type Deps = { notifications: NotificationService; publicUrl: string };

export function notificationRoutes({ notifications, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listNotices, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const result = await notifications.list(actor, query);
        return ok({
          count: result.count,
          unread_count: result.unread,
          ...pageLinks({ publicUrl, path, query: rawQuery }, result.page, result.count),
          results: result.notifications.map(presentNotification),
        });
      },
    }),
    operation(contract.readNotices, {
      handle: async ({ actor, body }) =>
        ok({ unread_count: await notifications.readUpTo(actor, body.up_to ?? null) }),
    }),
    operation(contract.readNotice, {
      handle: async ({ actor, params }) => ok({ unread_count: await notifications.read(actor, params.id) }),
    }),
    operation(contract.clearNotices, {
      handle: async ({ actor, body }) =>
        ok({ unread_count: await notifications.clear(actor, body.up_to ?? null) }),
    }),
  ];
}
