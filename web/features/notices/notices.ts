import type { Notice } from '#contract/notices.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/client.ts';
import { createPersonal } from '#web/api/personal.ts';

const pageSize = 10;

/** The newest notices as far as they were asked for. */
export type NoticeList = { notices: Notice[]; unread: number; hasMore: boolean };

/** The reader's notices: what the bell and its panel show. */
export const ownNotices = createPersonal<NoticeList>(async (api) => {
  const page = await api.call('listNotices', { query: { page_size: pageSize } });
  return { notices: page.results, unread: page.unread_count, hasMore: page.next !== null };
});

const { change, refresh } = ownNotices;
export const refreshNotices = refresh;

/** Adds the next page of older notices. */
export async function loadOlder(list: NoticeList): Promise<void> {
  // What has come meanwhile moves older ones to later pages: those that are known are not taken twice.
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

/** Marks a notice as read, on the screen at once. */
export async function markAsRead({ id, is_read }: Notice): Promise<void> {
  if (is_read) return;
  change((list) => ({
    ...list,
    notices: list.notices.map((notice) => (notice.id === id ? { ...notice, is_read: true } : notice)),
    unread: Math.max(0, list.unread - 1),
  }));
  await attempt(() => getBrowser().api.call('readNotice', { params: { id: String(id) } }));
}

/** Marks everything up to the newest notice that is shown as read. */
export async function markAllAsRead({ notices }: NoticeList): Promise<void> {
  change((list) => ({
    ...list,
    notices: list.notices.map((notice) => ({ ...notice, is_read: true })),
    unread: 0,
  }));
  await attempt(() => getBrowser().api.call('readNotices', { body: { up_to: notices[0]?.id } }));
}

/** Removes everything up to the newest notice that is shown. */
export async function clearAll({ notices }: NoticeList): Promise<void> {
  change(() => ({ notices: [], unread: 0, hasMore: false }));
  await attempt(() => getBrowser().api.call('clearNotices', { body: { up_to: notices[0]?.id } }));
}

/** The screen runs ahead of the server; where the server refuses (and a toast has said so), it is asked what holds. */
async function attempt(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    await refresh();
  }
}
