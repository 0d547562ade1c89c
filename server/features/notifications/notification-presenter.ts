import type { NotificationItem as NoticeShape, NotificationKind } from '#contract/notifications.ts';
import { fullDate, price } from '#locales/format.ts';
import { type TextKey, t } from '#locales/index.ts';
import type { NotificationDetails, UserNotification } from './notification.ts';

type KindTexts = { title: TextKey; text: TextKey; links: Array<{ label: TextKey; path: string }> };

const toSubscription = { label: 'notifications.toSubscription', path: '/subscription' } as const;
const toMyPosts = { label: 'notifications.toMyPosts', path: '/posts/my' } as const;

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
  payment_refunded: {
    title: 'notifications.refunded',
    text: 'notifications.refundedText',
    links: [toSubscription],
  },
};

export function presentNotification({ id, kind, details, createdAt, readAt }: UserNotification): NoticeShape {
  const { title, text, links } = textsByKind[kind];
  return {
    id,
    kind,
    title: t(title),
    text: t(text, formatValues(details)),
    links: links.map(({ label, path }) => ({ label: t(label), path })),
    is_read: readAt !== null,
    created_at: createdAt.toISOString(),
  };
}

function formatValues({ planName, until, amount, currency }: NotificationDetails): Record<string, string> {
  return {
    ...(planName !== undefined && { plan: planName }),
    ...(until !== undefined && { until: fullDate(until) }),
    ...(amount !== undefined && currency !== undefined && { amount: price(amount, currency) }),
  };
}
