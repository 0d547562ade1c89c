import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import { dateLabel, daysLabel, featuresOf, subscriptionMark } from './labels.ts';

describe('labels of a subscription', () => {
  it('say what is missing and what is no date', () => {
    expect([dateLabel(null), dateLabel('вчера'), dateLabel('2026-11-20T09:00:00Z')]).toEqual([
      'Не указано',
      'Некорректная дата',
      '20 ноября 2026',
    ]);
  });

  it('name a state that they do not know', () => {
    expect(subscriptionMark('paused' as SubscriptionStatus).label).toBe('Неизвестно');
    expect(subscriptionMark('pending').label).toBe('Ожидает');
  });

  it('count days as they are', () => {
    expect([daysLabel(1), daysLabel(30), daysLabel(92)]).toEqual([
      '1\u00a0день',
      '30\u00a0дней',
      '92\u00a0дня',
    ]);
  });

  it('name only the features that are on', () => {
    const features = { pin_posts: true, analytics: false, priority_support: 'yes' };
    expect(featuresOf({ features })).toEqual(['Закрепление постов', 'Создание постов', 'Комментарии']);
  });
});
