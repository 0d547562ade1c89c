import { describe, expect, it } from 'vitest';
import { addDays, moscowDay } from './moscow-day.ts';

describe('moscowDay', () => {
  it('begins a day at 21:00 UTC', () => {
    expect(moscowDay(new Date('2026-12-31T20:59:59.999Z'))).toBe('2026-12-31');
    expect(moscowDay(new Date('2026-12-31T21:00:00Z'))).toBe('2027-01-01');
  });
});

describe('addDays', () => {
  it('crosses the ends of months and years in both directions', () => {
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29');
    expect(addDays('2027-01-01', -1)).toBe('2026-12-31');
    expect(addDays('2026-11-22', -29)).toBe('2026-10-24');
  });
});
