import { expect, it } from 'vitest';
import { fillMonths, monthsUntil } from './moderation-log.ts';

it('lists the twelve months until a day, across the year', () => {
  const months = monthsUntil('2026-02-28');
  expect(months.length).toBe(12);
  expect([months[0], months.at(-2), months.at(-1)]).toEqual(['2025-03', '2026-01', '2026-02']);
});

it('has a row for months without decisions', () => {
  const none = { hidden: 0, sanctions: 0, left: 0, objections: 0, overturned: 0, withdrawn: 0 };
  const january = { month: '2026-01', ...none, hidden: 3 };
  expect(fillMonths(['2026-01', '2026-02'], [january])).toEqual([january, { month: '2026-02', ...none }]);
});
