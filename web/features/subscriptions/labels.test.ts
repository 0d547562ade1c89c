import { describe, expect, it } from 'vitest';
import type { SubscriptionStatus } from '#contract/subscribe.ts';
import { createExcerpt, dateLabel, daysLabel, formatTermDates, subscriptionStatusBadge } from './labels.ts';

describe('labels of a subscription', () => {
  it('describe a missing and an invalid date', () => {
    expect([dateLabel(null), dateLabel('вчера'), dateLabel('2026-11-20T09:00:00Z')]).toEqual([
      'Не указано',
      'Некорректная дата',
      '20 ноября 2026',
    ]);
  });

  it('have a fallback for an unknown status', () => {
    expect(subscriptionStatusBadge('paused' as SubscriptionStatus).label).toBe('Неизвестно');
    expect(subscriptionStatusBadge('pending').label).toBe('Ожидает');
  });

  it('show the cancellation date as the end of a cancelled term', () => {
    const term = {
      status: 'active' as const,
      start_date: '2026-11-01T09:00:00Z',
      end_date: '2026-12-01T09:00:00Z',
      updated_at: '2026-11-20T09:00:00Z',
    };
    expect(formatTermDates(term)).toEqual({ start: '1 ноября 2026', end: '1 декабря 2026' });
    expect(formatTermDates({ ...term, status: 'cancelled' }).end).toBe('20 ноября 2026');
    expect(formatTermDates({ ...term, status: 'cancelled', updated_at: '2026-12-20T09:00:00Z' }).end).toBe(
      '1 декабря 2026',
    );
    expect(formatTermDates({ ...term, status: 'pending' }).start).toBe('Не указано');
  });

  it('use the plural form of the number of days', () => {
    expect([daysLabel(1), daysLabel(30), daysLabel(92)]).toEqual([
      '1\u00a0день',
      '30\u00a0дней',
      '92\u00a0дня',
    ]);
  });

  it('excerpt a post without Markdown syntax and images, even truncated ones', () => {
    const content =
      '## Глава\n\n![Мост](/media/a.webp "Ночь")\n\n> Последний *рейс* [ушёл](/posts/a).\n\n![Ваг](/media/b';
    expect(createExcerpt(content)).toBe('Последний рейс ушёл.');
    expect(createExcerpt('Текст ![Ваг')).toBe('Текст');
    expect(createExcerpt('![Вагон](/media/a.webp)')).toBe('Нет описания');
    expect(createExcerpt('слово '.repeat(30))).toMatch(/^слово .{90,94}…$/);
  });
});
