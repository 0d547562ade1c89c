import type { NotificationItem as NoticeShape, NotificationKind } from '#contract/notifications.ts';
import { fullDate, price } from '#locales/format.ts';
import { type TextKey, t } from '#locales/index.ts';
import { interpolate } from '#locales/interpolate.ts';
import { decisionTexts } from '#locales/ru/decisions.ts';
import { flows } from '#locales/ru/flood.ts';
import { outcomes } from '#locales/ru/staff-reports.ts';
import type { NotificationDetails, UserNotification } from './notification.ts';

type KindTexts = { title: TextKey; text: TextKey; links: Array<{ label: TextKey; path: string }> };

const toSubscription = { label: 'notifications.toSubscription', path: '/subscription' } as const;
const toDecisions = { label: 'notifications.toDecisions', path: '/decisions' } as const;
const toMyPosts = { label: 'notifications.toMyPosts', path: '/posts/my' } as const;

const toMyComments = { label: 'notifications.toMyComments', path: '/comments/my' } as const;

const textsByKind: Record<NotificationKind, KindTexts> = {
  welcome: {
    title: 'notifications.welcome',
    text: 'notifications.welcomeText',
    links: [
      { label: 'notifications.toProfile', path: '/profile' },
      { label: 'notifications.toNewPost', path: '/posts/create' },
      { label: 'notifications.toPosts', path: '/posts' },
    ],
  },
  subscription_activated: {
    title: 'notifications.activated',
    text: 'notifications.activatedText',
    links: [toMyPosts, toSubscription],
  },
  subscription_extended: {
    title: 'notifications.extended',
    text: 'notifications.extendedText',
    links: [toSubscription],
  },
  subscription_cancelled: {
    title: 'notifications.cancelled',
    text: 'notifications.cancelledText',
    links: [toSubscription],
  },
  subscription_expiring: {
    title: 'notifications.expiring',
    text: 'notifications.expiringText',
    links: [toSubscription],
  },
  subscription_expired: {
    title: 'notifications.expired',
    text: 'notifications.expiredText',
    links: [toSubscription],
  },
  payment_failed: {
    title: 'notifications.paymentFailed',
    text: 'notifications.paymentFailedText',
    links: [toSubscription],
  },
  moderation_decision: {
    title: 'notifications.decision',
    text: 'notifications.decisionText',
    links: [toDecisions],
  },
  moderation_end: {
    title: 'notifications.decisionEnd',
    text: 'notifications.decisionEndText',
    links: [toDecisions],
  },
  objection_upheld: {
    title: 'notifications.objectionUpheld',
    text: 'notifications.objectionUpheldText',
    links: [toDecisions],
  },
  objection_overturned: {
    title: 'notifications.objectionOverturned',
    text: 'notifications.objectionOverturnedText',
    links: [toDecisions],
  },
  report_outcome: {
    title: 'notifications.reportOutcome',
    text: 'notifications.reportOutcomeText',
    links: [{ label: 'notifications.toRules', path: '/rules' }],
  },
  report_case_closed: {
    title: 'notifications.caseClosed',
    text: 'notifications.caseClosedText',
    links: [{ label: 'notifications.toReports', path: '/staff/reports' }],
  },
  post_edited: {
    title: 'notifications.postEdited',
    text: 'notifications.postEditedText',
    links: [
      { label: 'notifications.toRevisions', path: '/posts/{post}/revisions' },
      { label: 'notifications.toPost', path: '/posts/{post}' },
    ],
  },
  comment_edited: {
    title: 'notifications.commentEdited',
    text: 'notifications.commentEditedText',
    links: [toMyComments],
  },
  data_copy_ready: {
    title: 'notifications.dataCopy',
    text: 'notifications.dataCopyText',
    links: [{ label: 'notifications.toDataCopy', path: '/profile' }],
  },
  text_published: {
    title: 'notifications.textPublished',
    text: 'notifications.textPublishedText',
    links: [toMyPosts, toMyComments],
  },
  flood: {
    title: 'notifications.flood',
    text: 'notifications.floodText',
    links: [
      { label: 'notifications.toWaiting', path: '/staff/waiting' },
      { label: 'notifications.toPublication', path: '/staff/publication' },
    ],
  },
  payment_refunded: {
    title: 'notifications.refunded',
    text: 'notifications.refundedText',
    links: [toSubscription],
  },
};

export function presentNotification({ id, kind, details, createdAt, readAt }: UserNotification): NoticeShape {
  const { title, text, links } = textsByKind[kind];
  const values = formatValues(details);
  return {
    id,
    kind,
    title: t(title),
    text: t(text, values),
    links: links.map(({ label, path }) => ({ label: t(label), path: interpolate(path, values) })),
    is_read: readAt !== null,
    created_at: createdAt.toISOString(),
  };
}

function formatValues({
  planName,
  until,
  amount,
  currency,
  action,
  name,
  reason,
  outcome,
  postId,
  title,
  editor,
  flow,
  count,
  usual,
}: NotificationDetails): Record<string, string> {
  return {
    ...(postId !== undefined && { post: String(postId), title: title ?? '', editor: editor ?? '' }),
    ...(name !== undefined && { name }),
    ...(flow !== undefined && { flow: flows[flow], count: String(count), usual: String(usual) }),
    ...(planName !== undefined && { plan: planName }),
    ...(until !== undefined && { until: fullDate(until) }),
    ...(action !== undefined && { action: decisionTexts[action], reason: reason ?? '' }),
    ...(outcome !== undefined && { outcome: outcomes[outcome].toLowerCase() }),
    ...(amount !== undefined && currency !== undefined && { amount: price(amount, currency) }),
  };
}
