import type { Notice } from '#contract/notices.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { createPersonal } from '#web/api/personal.ts';

const pageSize = 10;

/** The notifications that are loaded, newest first. */
export type NoticeList = { notices: Notice[]; unread: number; hasMore: boolean };

/** The user's notifications, shared by the bell and its panel. */
export const ownNotices = createPersonal<NoticeList>(async (api) => {
  const page = await api.call('listNotices', { query: { page_size: pageSize } });
  return { notices: page.results, unread: page.unread_count, hasMore: page.next !== null };
});

const { change, refresh } = ownNotices;
export const refreshNotices = refresh;

/** Appends the next page of older notifications. */
export async function loadOlder(list: NoticeList): Promise<void> {
  // New notifications move older ones to later pages, so known ids are skipped.
  const page = Math.floor(list.notices.length / pageSize) + 1;
  await attempt(async () => {
    const query = { page, page_size: pageSize };
    const older = await getBrowser().api.call('listNotices', { query });
    change(({ notices }) => {
      const known = new Set(notices.map(({ id }) => id));
      const added = older.results.filter(({ id }) => !known.has(id));
      return {
        notices: [...notices, ...added],
        unread: older.unread_count,
        hasMore: older.next !== null,
      };
    });
  });
}

/** Marks a notification as read, with an optimistic update. */
export async function markAsRead({ id, is_read }: Notice): Promise<void> {
  if (is_read) return;
  change((list) => ({
    ...list,
    notices: list.notices.map((notice) => (notice.id === id ? { ...notice, is_read: true } : notice)),
    unread: Math.max(0, list.unread - 1),
  }));
  await attempt(() => getBrowser().api.call('readNotice', { params: { id: String(id) } }));
}

/** Marks all notifications up to the newest visible one as read. */
export async function markAllAsRead({ notices }: NoticeList): Promise<void> {
  change((list) => ({
    ...list,
    notices: list.notices.map((notice) => ({ ...notice, is_read: true })),
    unread: 0,
  }));
  await attempt(() => getBrowser().api.call('readNotices', { body: { up_to: notices[0]?.id } }));
}

/** Deletes all notifications up to the newest visible one. */
export async function clearAll({ notices }: NoticeList): Promise<void> {
  change(() => ({ notices: [], unread: 0, hasMore: false }));
  await attempt(() => getBrowser().api.call('clearNotices', { body: { up_to: notices[0]?.id } }));
}

/** Sends an optimistic update. After a failure, which a toast has shown, it loads the state of the server again. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refresh();
  }
}
