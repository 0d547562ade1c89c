import type { BillingEvent } from '#server/features/payments/index.ts';
import type { RecordedEntry } from '#server/features/subscriptions/index.ts';
import type { User } from '#server/platform/actor.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { notFound } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { moscowDay } from '#server/platform/moscow-day.ts';
import { billingEventOf, eventOf, type NotificationEvent, type UserNotification } from './notification.ts';
import * as store from './notification-store.ts';

export type NotificationPage = {
  notifications: UserNotification[];
  count: number;
  unread: number;
  page: Page;
};
export type TextEdit = {
  /** The post or comment. */
  textId: number;
  authorId: number;
  postId: number;
  title: string;
  editor: { id: number; username: string };
};
export type NotificationService = ReturnType<typeof createNotificationService>;

/** Notifications of the site to its users. */
export function createNotificationService({ db, clock }: { db: Db; clock: Clock }) {
  /**
   * Notifies an account of an event, in the transaction of the event. `key` identifies the event among all events of the
   * account, so that repeated and concurrent reports create one notification.
   */
  async function add(tx: Db, accountId: number, key: string, event: NotificationEvent): Promise<void> {
    const details = 'details' in event ? event.details : {};
    await store.insertNotification(tx, { accountId, kind: event.kind, details, key }, clock.now());
  }

  /** Notifies the owner of an entry of the subscription history, if it is relevant. */
  async function notifyOfHistory(tx: Db, entry: RecordedEntry): Promise<void> {
    const event = eventOf(entry);
    if (event) await add(tx, entry.accountId, `subscription-history ${entry.id}`, event);
  }

  /** Notifies an account of a billing event. The key is that of the email about the event. */
  async function notifyOfBilling(tx: Db, billingEvent: BillingEvent): Promise<void> {
    const event = billingEventOf(billingEvent);
    if (event) await add(tx, billingEvent.accountId, `money ${billingEvent.key}`, event);
  }

  /** Notifies an author of what an editor has changed: once a day for each editor and text. */
  async function notifyOfEdit(tx: Db, kind: 'post_edited' | 'comment_edited', edit: TextEdit): Promise<void> {
    const { authorId, textId, postId, title, editor } = edit;
    const key = `${kind} ${textId} ${editor.id} ${moscowDay(clock.now())}`;
    await add(tx, authorId, key, { kind, details: { postId, title, editor: editor.username } });
  }

  async function list(user: User, query: { page?: string; page_size?: string }): Promise<NotificationPage> {
    const { count, unread } = await store.countNotifications(db, user.id);
    const page = pageOf(query, count);
    return { notifications: await store.listNotifications(db, user.id, page), count, unread, page };
  }

  const countUnread = async (user: User): Promise<number> =>
    (await store.countNotifications(db, user.id)).unread;

  /** Marks a notification of the caller as read; 404 for one of another account. Returns the number of unread ones. */
  async function read(user: User, id: string): Promise<number> {
    const notificationId = parseId(id);
    const isKnown =
      notificationId !== undefined && (await store.markRead(db, user.id, notificationId, clock.now()));
    if (!isKnown) throw notFound('notifications.notFound');
    return countUnread(user);
  }

  async function readUpTo(user: User, upTo: number | null): Promise<number> {
    await store.markReadUpTo(db, user.id, upTo, clock.now());
    return countUnread(user);
  }

  async function clear(user: User, upTo: number | null): Promise<number> {
    await store.clearUpTo(db, user.id, upTo, clock.now());
    return countUnread(user);
  }

  return {
    add,
    welcome: (tx: Db, accountId: number) => add(tx, accountId, 'welcome', { kind: 'welcome' }),
    notifyOfHistory,
    notifyOfBilling,
    notifyOfEdit,
    list,
    read,
    readUpTo,
    clear,
  };
}
