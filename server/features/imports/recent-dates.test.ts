import { expect, it } from 'vitest';
import { readArticle } from './article.ts';
import { readComments } from './comment-data.ts';
import { endOfTime, moveToRecentDays } from './recent-dates.ts';

const hourMs = 3_600_000;
const now = new Date('2030-03-05T12:00:00Z');

function plan(date: string, comments = '', fields = '') {
  const file = `${date.slice(0, 10)}-a.md`;
  const text = `---\ntitle: Статья\ndate: ${date}\n${fields}---\nТекст.\n`;
  return { article: readArticle(file, text, endOfTime), comments: readComments(comments, endOfTime) };
}
const comment = (date: string, replies = '') => `- author: anna\n  date: ${date}\n  text: Да.\n${replies}`;
const move = (...plans: ReturnType<typeof plan>[]) => moveToRecentDays(plans, { now, days: 14 });
const datesOf = (plans: ReturnType<typeof plan>[]) =>
  plans.map(({ article }) => article.createdAt.toISOString());

it('spreads articles over the last days and keeps order and times of day', () => {
  const moved = move(
    plan('2026-09-10T07:00:00Z'),
    plan('2026-11-19T09:00:00Z'),
    plan('2026-10-01T11:00:00Z'),
    plan('2026-11-18T11:00:00Z'),
  );
  expect(datesOf(moved)).toEqual([
    '2030-02-23T07:00:00.000Z',
    '2030-03-05T09:00:00.000Z',
    '2030-02-25T11:00:00.000Z',
    '2030-03-01T11:00:00.000Z',
  ]);
});

it('dates no article later than two hours before the present, also of a folder from the future', () => {
  for (const date of ['2026-11-19T11:59:00Z', '2031-01-01T10:00:00Z', '2031-01-01T10:01:00Z']) {
    const age = now.getTime() - (move(plan(date))[0]?.article.createdAt.getTime() ?? 0);
    expect(age).toBeGreaterThanOrEqual(2 * hourMs);
    expect(age).toBeLessThan(26 * hourMs);
  }
});

it('moves comments with their article and shortens a discussion that would reach into the future', () => {
  const reply = '  replies:\n    - author: boris\n      date: 2026-11-21T09:00:00Z\n      text: Нет.\n';
  const [recent, old] = move(
    plan('2026-11-19T09:00:00Z', comment('2026-11-20T09:00:00Z', reply)),
    plan('2026-11-10T09:00:00Z', comment('2026-11-10T10:00:00Z')),
  );
  const [first] = recent?.comments ?? [];
  const published = recent?.article.createdAt.getTime() ?? 0;
  const times = [first?.createdAt.getTime() ?? 0, first?.replies[0]?.createdAt.getTime() ?? 0];
  expect(times).toEqual([...times].sort());
  expect(times[0]).toBeGreaterThan(published);
  expect(times[1]).toBeLessThan(now.getTime());
  expect(old?.comments[0]?.createdAt.getTime()).toBe((old?.article.createdAt.getTime() ?? 0) + hourMs);
});

it('schedules for the days after the present', () => {
  const [moved] = move(plan('2026-11-10T09:00:00Z', '', 'publish_at: 2026-11-22T09:00:00Z\n'));
  expect(moved?.article).toMatchObject({ status: 'draft', publishAt: new Date('2030-03-07T09:00:00Z') });
});
