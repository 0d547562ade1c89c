import { z } from 'zod';
import { count, envelope, id, pageQuery, pathId, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const notificationKind = z.enum([
  'welcome',
  'subscription_activated',
  'subscription_extended',
  'subscription_cancelled',
  'subscription_expiring',
  'subscription_expired',
  'payment_failed',
  'payment_refunded',
  'moderation_decision',
  'moderation_end',
  'objection_upheld',
  'objection_overturned',
  'report_outcome',
  'report_case_closed',
  'post_edited',
  'comment_edited',
  'data_copy_ready',
  'text_published',
  'flood',
]);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notification = z.object({
  id: id(),
  kind: notificationKind,
  title: z.string(),
  text: z.string(),
  /** Links to related pages: paths of the site. */
  links: z.array(z.object({ label: z.string(), path: z.string() })),
  is_read: z.boolean(),
  created_at: timestamp(),
});
export type NotificationItem = z.infer<typeof notification>;

/** `up_to` limits the operation to that notification and older ones, because the caller has not seen newer ones. */
const upToBody = z.object({ up_to: id().nullish() });
const unreadCount = z.object({ unread_count: count() });

export const listNotices = defineEndpoint('listNotices', {
  tag: 'notices',
  summary: "The caller's notifications, newest first, and the number of unread ones",
  auth: 'user',
  query: z.object(pageQuery),
  responses: { 200: envelope(notification).extend(unreadCount.shape) },
  errors: [404],
});

export const readNotices = defineEndpoint('readNotices', {
  tag: 'notices',
  summary: "Mark the caller's notifications as read",
  auth: 'user',
  body: upToBody,
  responses: { 200: unreadCount },
});

export const readNotice = defineEndpoint('readNotice', {
  tag: 'notices',
  summary: 'Mark one notification as read',
  auth: 'user',
  params: z.object({ id: pathId() }),
  responses: { 200: unreadCount },
});

export const clearNotices = defineEndpoint('clearNotices', {
  tag: 'notices',
  summary: "Remove the caller's notifications",
  auth: 'user',
  body: upToBody,
  responses: { 200: unreadCount },
});
