import { describe, expect, it } from 'vitest';
import { notificationKind } from '#contract/notifications.ts';
import { historyAction } from '#contract/subscribe.ts';
import { billingEventOf, eventOf } from './notification.ts';
import { presentNotification } from './notification-presenter.ts';

const term = { plan_name: 'Премиум', end_date: '2026-12-20T09:00:00.000Z' };

describe('eventOf', () => {
  it.each([
    ['activated', term, 'subscription_activated'],
    ['renewed', term, 'subscription_extended'],
    ['cancelled', {}, 'subscription_cancelled'],
    ['cancelled', { payment_id: 7 }, undefined],
    ['expired', {}, 'subscription_expired'],
    ['payment_failed', { payment_id: 7 }, 'payment_failed'],
    ['created', term, undefined],
    ['post_unpinned', { post_title: 'Трамвай' }, undefined],
  ] as const)('maps %s with %o to %s', (action, metadata, kind) => {
    expect(eventOf({ action, metadata })?.kind).toBe(kind);
  });

  it('handles every action', () => {
    for (const action of historyAction.options) expect(() => eventOf({ action, metadata: {} })).not.toThrow();
  });
});

describe('moneyEventOf', () => {
  const sum = { paymentId: 5, amount: '299.00', currency: 'RUB', postId: 7, title: 'Мост', editor: 'anna' };

  it.each([
    [{ kind: 'refunded', data: { ...sum, isWhole: false } }, 'payment_refunded'],
    [{ kind: 'ending', data: { endsAt: term.end_date, daysLeft: 3 } }, 'subscription_expiring'],
    [{ kind: 'expired', data: { endsAt: term.end_date } }, undefined],
    [{ kind: 'payment_failed', data: sum }, undefined],
  ] as const)('maps %o to %s', (billingEvent, kind) => {
    expect(billingEventOf({ key: 'x', accountId: 1, ...billingEvent })?.kind).toBe(kind);
  });
});

describe('presentNotice', () => {
  const details = {
    planName: 'Премиум',
    until: term.end_date,
    amount: '299.00',
    currency: 'RUB',
    action: 'warning' as const,
    name: 'anna',
    outcome: 'hidden' as const,
    postId: 7,
    title: 'Мост',
    editor: 'anna',
    flow: 'comments' as const,
    count: 300,
    usual: 12,
  };

  it.each(notificationKind.options)('returns a complete text and links for %s', (kind) => {
    const { title, text, links } = presentNotification({
      id: 1,
      kind,
      details,
      createdAt: new Date(0),
      readAt: null,
    });
    expect(`${title} ${text}`).toMatch(/^[А-Я]/);
    expect(`${title} ${text}`).not.toMatch(/[{}]/);
    expect(links.length).toBeGreaterThan(0);
    for (const { path } of links) expect(path).toMatch(/^\/[a-z]/);
  });

  it('formats dates and amounts in Russian', () => {
    const getText = (kind: 'subscription_activated' | 'payment_refunded') =>
      presentNotification({ id: 1, kind, details, createdAt: new Date(0), readAt: null }).text;
    expect(getText('subscription_activated')).toContain('«Премиум» действует до 20 декабря 2026');
    expect(getText('payment_refunded')).toContain('299\u00a0₽');
  });
});
