import { describe, expect, it } from 'vitest';
import { getPinRefusal, maxPinnedPosts, rotationStart } from './pin.ts';

describe('getPinRefusal', () => {
  it.each([
    ['a missing post', undefined, 'unknown'],
    ['an own draft', { status: 'draft', author_id: 1 }, 'unknown'],
    ['a post of another author', { status: 'published', author_id: 2 }, 'not-own'],
    ['an own published post', { status: 'published', author_id: 1 }, undefined],
  ])('checks %s', (_, post, expected) => expect(getPinRefusal(post, 1)).toBe(expected));
});

describe('rotationStart', () => {
  const at = (iso: string) => rotationStart(new Date(iso));
  it('stays the same within an hour', () =>
    expect(at('2026-11-20T10:00:00Z')).toBe(at('2026-11-20T10:59:59.999Z')));
  it('advances by a full page of pins every hour', () =>
    expect(at('2026-11-20T11:00:00Z') - at('2026-11-20T10:59:59Z')).toBe(maxPinnedPosts));
});
