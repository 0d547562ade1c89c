import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { findExceeded, type Usage, usageKinds } from './quota.ts';

const amounts = (items: number, bytes: number): Usage =>
  Object.fromEntries(usageKinds.map((kind) => [kind, { items, bytes }])) as Usage;

describe('exceeded', () => {
  const quotas = amounts(10, 1_000);

  it('returns undefined up to the quota, in number and in bytes', () => {
    expect(findExceeded(amounts(9, 900), { posts: { items: 1, bytes: 100 } }, quotas)).toBeUndefined();
  });

  it.each([
    [{ comments: { items: 2, bytes: 1 } }, { kind: 'comments', measure: 'items' }],
    [{ drafts: { items: 1, bytes: 101 } }, { kind: 'drafts', measure: 'bytes' }],
    [
      { posts: { items: 0, bytes: -5 }, revisions: { items: 1, bytes: 101 } },
      { kind: 'revisions', measure: 'bytes' },
    ],
  ] as const)('returns the kind and measure of the exceeded quota: %#', (added, expected) => {
    expect(findExceeded(amounts(9, 900), added, quotas)).toEqual(expected);
  });

  it('returns undefined for a full account that adds nothing', () => {
    expect(
      findExceeded(
        amounts(99, 9_999),
        { posts: { items: 0, bytes: -1 }, drafts: { items: 0, bytes: 0 } },
        quotas,
      ),
    ).toBe(undefined);
  });
});

describe('the default quotas', () => {
  const { posts } = loadConfig({}).quotas;
  const postsOfDay = (24 * 3_600) / 30;

  it('let a client create a draft post of 100 KB every 30 s for a day', () => {
    expect(posts.bytes).toBeGreaterThan(postsOfDay * 100_000);
  });

  it('let it create texts of 20 KB for two hours a day for thirty days', () => {
    expect(posts.bytes).toBeGreaterThan((30 * 2 * 3_600 * 20_000) / 30);
    expect(posts.items).toBeGreaterThan(30 * postsOfDay);
  });
});
