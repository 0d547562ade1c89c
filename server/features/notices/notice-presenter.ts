import type { NoticeKind, Notice as NoticeShape } from '#contract/notices.ts';
import { fullDate, price } from '#text/format.ts';
import { type TextKey, t } from '#text/index.ts';
import type { Notice, NoticeDetails } from './notice.ts';

type Words = { title: TextKey; text: TextKey; links: Array<{ label: TextKey; path: string }> };

const toSubscription = { label: 'notices.toSubscription', path: '/subscription' } as const;
const toMyPosts = { label: 'notices.toMyPosts', path: '/posts/my' } as const;

const words: Record<NoticeKind, Words> = {
  welcome: {
    title: 'notices.welcome',
    text: 'notices.welcomeText',
    links: [
      { label: 'notices.toProfile', path: '/profile' },
      { label: 'notices.toNewPost', path: '/posts/create' },
      { label: 'notices.toPosts', path: '/posts' },
    ],
  },
  subscription_activated: {
    title: 'notices.activated',
    text: 'notices.activatedText',
    links: [toMyPosts, toSubscription],
  },
  subscription_extended: {
    title: 'notices.extended',
    text: 'notices.extendedText',
    links: [toSubscription],
  },
  subscription_cancelled: {
    title: 'notices.cancelled',
    text: 'notices.cancelledText',
    links: [toSubscription],
  },
  subscription_expiring: {
    title: 'notices.expiring',
    text: 'notices.expiringText',
    links: [toSubscription],
  },
  subscription_expired: { title: 'notices.expired', text: 'notices.expiredText', links: [toSubscription] },
  payment_failed: {
    title: 'notices.paymentFailed',
    text: 'notices.paymentFailedText',
    links: [toSubscription],
  },
  payment_refunded: {
    title: 'notices.refunded',
    text: 'notices.refundedText',
    links: [toSubscription],
  },
};

export function presentNotice({ id, kind, details, createdAt, readAt }: Notice): NoticeShape {
  const { title, text, links } = words[kind];
  return {
    id,
    kind,
    title: t(title),
    text: t(text, valuesOf(details)),
    links: links.map(({ label, path }) => ({ label: t(label), path })),
    is_read: readAt !== null,
    created_at: createdAt.toISOString(),
  };
}

function valuesOf({ planName, until, amount, currency }: NoticeDetails): Record<string, string> {
  return {
    ...(planName !== undefined && { plan: planName }),
    ...(until !== undefined && { until: fullDate(until) }),
    ...(amount !== undefined && currency !== undefined && { amount: price(amount, currency) }),
  };
}
