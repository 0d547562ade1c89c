import { expect, it } from 'vitest';
import { nameBackup, selectKept } from './retention.ts';
import { lastDueTime } from './scheduled-backup.ts';

const now = new Date('2026-11-23T05:00:00Z');
const hourMs = 3_600_000;

const backupsEvery = (hours: number, days: number) =>
  Array.from({ length: (days * 24) / hours }, (_, index) => ({
    createdAt: new Date(now.getTime() - index * hours * hourMs),
  }));

const keptTimes = (...args: Parameters<typeof selectKept>) =>
  Array.from(selectKept(...args), ({ createdAt }) => createdAt.toISOString().slice(0, 10));

it('names a backup by its time', () => {
  expect(nameBackup(now)).toBe('news-site-2026-11-23T05-00-00Z.backup');
});

it('keeps the last backup of days, weeks and months', () => {
  const kept = keptTimes(backupsEvery(24, 400), { daily: 3, weekly: 3, monthly: 3 }, now);
  expect(kept.sort().reverse()).toEqual([
    '2026-11-23',
    '2026-11-22',
    '2026-11-21',
    '2026-11-15',
    '2026-10-31',
    '2026-09-30',
  ]);
});

it('keeps every backup of the last day, and the newest of all', () => {
  expect(selectKept(backupsEvery(1, 10), { daily: 3, weekly: 0, monthly: 0 }, now).size).toBe(25);
  const old = [
    { createdAt: new Date('2020-01-02T00:00:00Z') },
    { createdAt: new Date('2020-01-01T00:00:00Z') },
  ];
  expect(selectKept(old, { daily: 0, weekly: 0, monthly: 0 }, now)).toEqual(new Set(old.slice(0, 1)));
  expect(selectKept([], { daily: 1, weekly: 1, monthly: 1 }, now).size).toBe(0);
});

it('counts due times from a time of day in Moscow', () => {
  const at = (everyHours: number, time: string) =>
    lastDueTime({ everyHours, atMinutes: 4 * 60 + 30 }, new Date(time)).toISOString();
  expect(at(24, '2026-11-23T01:29:59Z')).toBe('2026-11-22T01:30:00.000Z');
  expect(at(24, '2026-11-23T01:30:00Z')).toBe('2026-11-23T01:30:00.000Z');
  expect(at(6, '2026-11-23T08:00:00Z')).toBe('2026-11-23T07:30:00.000Z');
});
