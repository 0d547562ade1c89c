import { describe, expect, it } from 'vitest';
import {
  calendarDaysBetween,
  countOf,
  dateAndTime,
  fileSize,
  fullDate,
  plural,
  price,
  relativeDay,
  relativeTime,
  shortNumber,
} from './format.ts';

const articles = ['статья', 'статьи', 'статей'] as const;

describe('plural', () => {
  it.each([
    [0, 'статей'],
    [1, 'статья'],
    [2, 'статьи'],
    [4, 'статьи'],
    [5, 'статей'],
    [11, 'статей'],
    [12, 'статей'],
    [14, 'статей'],
    [21, 'статья'],
    [22, 'статьи'],
    [111, 'статей'],
    [112, 'статей'],
    [121, 'статья'],
  ])('%i %s', (count, form) => {
    expect(plural(count, articles)).toBe(form);
  });

  it('keeps a number and its noun on one line', () => {
    expect(countOf(3, articles)).toBe('3\u00a0статьи');
  });
});

it.each([
  [1, '1 КБ'],
  [640 * 1024, '640 КБ'],
  [2.4 * 1024 ** 2, '2,4 МБ'],
])('says the size of a file of %d bytes', (bytes, words) => {
  expect(fileSize(bytes).replace(/\s/g, ' ')).toBe(words);
});

describe('shortNumber', () => {
  it('shortens thousands and millions', () => {
    expect(shortNumber(999)).toBe('999');
    expect(shortNumber(1_234)).toMatch(/^1,2\s?тыс\.$/);
    expect(shortNumber(3_000_000)).toMatch(/^3\s?млн$/);
  });
});

describe('price', () => {
  it('leaves out kopecks that are none', () => {
    expect(price('299.00', 'RUB')).toBe('299\u00a0₽');
    expect(price('1299.50', 'RUB')).toBe('1\u00a0299,50\u00a0₽');
    expect(price('12.00', 'USD')).toBe('12\u00a0$');
  });
});

describe('dates', () => {
  it('prints the day and the clock of Moscow, whatever the zone of the machine', () => {
    expect(fullDate('2026-11-20T21:30:00Z')).toBe('21 ноября 2026');
    expect(dateAndTime('2026-11-20T21:30:00Z')).toBe('21 ноября 2026, 00:30');
  });

  it('counts calendar days, not blocks of 24 hours', () => {
    const lateEvening = new Date('2026-11-20T20:59:00Z'); // 23:59 in Moscow
    const afterMidnight = new Date('2026-11-20T21:01:00Z'); // 00:01 of the next day
    expect(calendarDaysBetween(lateEvening, afterMidnight)).toBe(1);
    expect(calendarDaysBetween(afterMidnight, lateEvening)).toBe(-1);
  });
});

describe('relativeDay', () => {
  const now = new Date('2026-11-20T09:00:00Z'); // noon in Moscow
  it.each([
    ['2026-11-19T21:00:00Z', 'Сегодня'],
    ['2026-11-19T20:59:00Z', 'Вчера'],
    ['2026-11-18T10:00:00Z', '2 дн. назад'],
    ['2026-11-14T10:00:00Z', '6 дн. назад'],
  ])('%s is %s', (iso, words) => {
    expect(relativeDay(iso, now)).toBe(words);
  });

  it('names the date after a week, and the year when it is another', () => {
    expect(relativeDay('2026-11-13T10:00:00Z', now)).toMatch(/^13 нояб?\.?$/);
    expect(relativeDay('2025-05-09T10:00:00Z', now)).toBe('9 мая 2025');
  });

  it('does not call the future today', () => {
    expect(relativeDay('2026-11-22T10:00:00Z', now)).toMatch(/^22 .+ 2026$/);
  });
});

describe('relativeTime', () => {
  const now = new Date('2026-11-20T09:00:00Z');
  it.each([
    ['2026-11-20T08:59:30Z', 'только что'],
    ['2026-11-20T09:00:05Z', 'только что'],
    ['2026-11-20T08:55:00Z', '5 мин. назад'],
    ['2026-11-20T06:00:00Z', '3 ч. назад'],
    ['2026-11-19T20:00:00Z', 'вчера'],
    ['2026-11-17T20:00:00Z', '3 дн. назад'],
    ['2026-11-13T09:00:00Z', '13.11.2026'],
  ])('%s is %s', (iso, words) => {
    expect(relativeTime(iso, now)).toBe(words);
  });

  it('counts minutes across midnight', () => {
    const past = new Date('2026-11-20T21:10:00Z');
    expect(relativeTime('2026-11-20T20:50:00Z', past)).toBe('20 мин. назад');
  });
});
