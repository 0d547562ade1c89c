import type { NotificationItem } from '#contract/notifications.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { createPerUserQuery } from '#web/queries/per-user-query.ts';

const pageSize = 10;

/** The notifications that are loaded, newest first. */
export type NotificationList = { notifications: NotificationItem[]; unread: number; hasMore: boolean };

/** The user's notifications, shared by the bell and its panel. */
export const notificationsQuery = createPerUserQuery<NotificationList>(async (api) => {
  const page = await api.call('listNotices', { query: { page_size: pageSize } });
  return { notifications: page.results, unread: page.unread_count, hasMore: page.next !== null };
});

const { update, refresh } = notificationsQuery;
export const refreshNotifications = refresh;

/** Appends the next page of older notifications. */
export async function loadOlder(list: NotificationList): Promise<void> {
  // New notifications move older ones to later pages, so known ids are skipped.
  const page = Math.floor(list.notifications.length / pageSize) + 1;
  await sendOrReload(async () => {
    const query = { page, page_size: pageSize };
    const older = await getBrowserClient().api.call('listNotices', { query });
    update(({ notifications }) => {
      const knownIds = new Set(notifications.map(({ id }) => id));
      const added = older.results.filter(({ id }) => !knownIds.has(id));
      return {
        notifications: [...notifications, ...added],
        unread: older.unread_count,
        hasMore: older.next !== null,
      };
    });
  });
}

/** Marks a notification as read, with an optimistic update. */
export async function markAsRead({ id, is_read }: NotificationItem): Promise<void> {
  if (is_read) return;
  update((list) => ({
    ...list,
    notifications: list.notifications.map((notification) =>
      notification.id === id ? { ...notification, is_read: true } : notification,
    ),
    unread: Math.max(0, list.unread - 1),
  }));
  await sendOrReload(() => getBrowserClient().api.call('readNotice', { params: { id: String(id) } }));
}

/** Marks all notifications up to the newest visible one as read. */
export async function markAllAsRead({ notifications }: NotificationList): Promise<void> {
  update((list) => ({
    ...list,
    notifications: list.notifications.map((notification) => ({ ...notification, is_read: true })),
    unread: 0,
  }));
  await sendOrReload(() =>
    getBrowserClient().api.call('readNotices', { body: { up_to: notifications[0]?.id } }),
  );
}

/** Deletes all notifications up to the newest visible one. */
export async function clearAll({ notifications }: NotificationList): Promise<void> {
  update(() => ({ notifications: [], unread: 0, hasMore: false }));
  await sendOrReload(() =>
    getBrowserClient().api.call('clearNotices', { body: { up_to: notifications[0]?.id } }),
  );
}

/** Sends an optimistic update. After a failure, which a toast has shown, it loads the state of the server again. */
async function sendOrReload(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refresh();
  }
}
