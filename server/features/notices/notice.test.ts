import { describe, expect, it } from 'vitest';
import { noticeKind } from '#contract/notices.ts';
import { historyAction } from '#contract/subscribe.ts';
import { eventOf, moneyEventOf } from './notice.ts';
import { presentNotice } from './notice-presenter.ts';

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
  const sum = { paymentId: 5, amount: '299.00', currency: 'RUB' };

  it.each([
    [{ kind: 'refunded', data: { ...sum, isWhole: false } }, 'payment_refunded'],
    [{ kind: 'ending', data: { endsAt: term.end_date, daysLeft: 3 } }, 'subscription_expiring'],
    [{ kind: 'expired', data: { endsAt: term.end_date } }, undefined],
    [{ kind: 'payment_failed', data: sum }, undefined],
  ] as const)('maps %o to %s', (news, kind) => {
    expect(moneyEventOf({ key: 'x', accountId: 1, ...news })?.kind).toBe(kind);
  });
});

describe('presentNotice', () => {
  const details = { planName: 'Премиум', until: term.end_date, amount: '299.00', currency: 'RUB' };

  it.each(noticeKind.options)('returns a complete text and links for %s', (kind) => {
    const { title, text, links } = presentNotice({
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
    const say = (kind: 'subscription_activated' | 'payment_refunded') =>
      presentNotice({ id: 1, kind, details, createdAt: new Date(0), readAt: null }).text;
    expect(say('subscription_activated')).toContain('«Премиум» действует до 20 декабря 2026');
    expect(say('payment_refunded')).toContain('299\u00a0₽');
  });
});
