import { describe, expect, it } from 'vitest';
import { decideRotation, type Family, graceMs, type RefreshToken } from './session.ts';

const now = new Date('2026-01-15T12:00:00Z');
const laterBy = (ms: number) => new Date(now.getTime() + ms);
const family: Family = {
  id: 'family',
  accountId: 1,
  headId: 'head',
  prevHeadId: 'old',
  headConfirmedAt: now,
  graceCount: 0,
  graceSince: null,
  expiresAt: laterBy(86_400_000),
  revokedAt: null,
};
const token = (id: string, parentId: string | null): RefreshToken => ({
  id,
  parentId,
  familyId: 'family',
  expiresAt: laterBy(3_600_000),
});
const kind = (given: RefreshToken, at = now, of = family) => decideRotation(of, given, at).kind;

describe('decideRotation', () => {
  it('accepts the head repeatedly', () => expect(kind(token('head', 'old'))).toBe('repeat'));
  it('confirms a child of the head', () => expect(kind(token('child', 'head'))).toBe('confirm'));
  it('accepts the predecessor of the head for 30 seconds', () => {
    expect(kind(token('old', null), laterBy(graceMs - 1))).toBe('grace');
    expect(kind(token('old', null), laterBy(graceMs))).toBe('reuse');
  });
  it('accepts a sibling of the head for 30 seconds', () => {
    expect(kind(token('sibling', 'old'), laterBy(graceMs - 1))).toBe('grace');
    expect(kind(token('sibling', 'old'), laterBy(graceMs))).toBe('reuse');
  });
  it('treats an older token as reuse at any time', () => expect(kind(token('ancient', null))).toBe('reuse'));
  it('grants three graces an hour and treats the fourth as reuse', () => {
    const third = { ...family, graceCount: 2, graceSince: now };
    expect(decideRotation(third, token('old', null), laterBy(1))).toEqual({
      kind: 'grace',
      graceCount: 3,
      graceSince: now,
    });
    expect(kind(token('old', null), laterBy(1), { ...third, graceCount: 3 })).toBe('reuse');
  });
  it('resets the count of graces after an hour', () => {
    const later = laterBy(3_600_000);
    const exhausted = { ...family, graceCount: 3, graceSince: now, headConfirmedAt: later };
    expect(
      decideRotation(exhausted, { ...token('old', null), expiresAt: laterBy(7_200_000) }, later),
    ).toEqual({
      kind: 'grace',
      graceCount: 1,
      graceSince: later,
    });
  });
  it.each([
    ['a revoked family', { ...family, revokedAt: now }, token('head', 'old')],
    ['an expired family', { ...family, expiresAt: now }, token('head', 'old')],
    ['an expired token', family, { ...token('head', 'old'), expiresAt: now }],
  ])('refuses %s', (_, of, given) => expect(kind(given, now, of)).toBe('dead'));
});
