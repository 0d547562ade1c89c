import { describe, expect, it } from 'vitest';
import {
  arrangeFrontPage,
  chooseLead,
  type FrontPageCandidate,
  type FrontPageInput,
  minLeadTextBytes,
  nextArrangementAt,
  sectionSizes,
} from './front-page.ts';

const now = new Date('2026-03-10T12:00:00Z');
const rule = { minAccountAgeHours: 24, minEarlierPosts: 1 };
const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** The post with this id is that many hours old and meets every condition of a lead. */
const post = (id: number, changes: Partial<FrontPageCandidate> = {}): FrontPageCandidate => ({
  id,
  categoryId: null,
  createdAt: hoursAgo(id),
  hasPicture: true,
  textBytes: minLeadTextBytes,
  authorSince: hoursAgo(1_000),
  earlierPosts: 1,
  ...changes,
});

describe('the lead', () => {
  const lead = (...posts: FrontPageCandidate[]) => chooseLead(posts, rule, now)?.id;

  it('is the newest post that meets every condition', () => {
    expect(lead(post(2), post(1), post(3))).toBe(1);
  });

  it.each([
    ['an account younger than a day', { authorSince: hoursAgo(23) }],
    ['an author without an earlier post', { earlierPosts: 0 }],
    ['no picture', { hasPicture: false }],
    ['a short text', { textBytes: minLeadTextBytes - 1 }],
  ])('is not a newer post with %s', (_, changes) => {
    expect(lead(post(1, changes), post(70))).toBe(70);
  });

  it('is not older than three days if another post is fresh', () => {
    expect(lead(post(80), post(71, { textBytes: minLeadTextBytes }))).toBe(71);
    expect(lead(post(90), post(80))).toBe(80);
  });

  it('prefers an author who is not new to everything else', () => {
    const newcomer = post(1, { earlierPosts: 0 });
    expect(lead(newcomer, post(200, { hasPicture: false, textBytes: 10 }))).toBe(200);
    expect(lead(newcomer, post(2, { earlierPosts: 0, hasPicture: false }))).toBe(1);
    expect(lead()).toBeUndefined();
  });

  it('follows the settings', () => {
    const newcomer = post(1, { earlierPosts: 0, authorSince: hoursAgo(1) });
    const settings = { minAccountAgeHours: 0, minEarlierPosts: 0 };
    expect(chooseLead([newcomer, post(2)], settings, now)?.id).toBe(1);
  });
});

describe('the sections', () => {
  const arrange = (count: number, changes: Partial<FrontPageInput> = {}) => {
    const recent = Array.from({ length: count }, (_, index) =>
      post(index + 1, { hasPicture: index % 3 !== 0, categoryId: (index % 4) + 1 }),
    );
    const categories = [1, 2, 3, 4].map((id) => ({
      id,
      posts: recent.filter(({ categoryId }) => categoryId === id).slice(0, 24),
    }));
    const byViews = recent.map(({ id }) => id).reverse();
    const popular = [7, 30, null].map((days) => ({ days, ids: byViews.slice(0, 24) }));
    return arrangeFrontPage(
      { recent, categories, popular, pinned: [], placed: { lead: [], row: [] }, ...changes },
      rule,
      now,
    );
  };
  const idsOf = (page: ReturnType<typeof arrange>) => [
    ...(page.lead === null ? [] : [page.lead]),
    ...page.secondary,
    ...page.fresh,
    ...page.pinned,
    ...page.popular.ids,
    ...page.blocks.flatMap(({ ids }) => ids),
    ...page.more,
  ];

  it.each([0, 1, 2, 3, 5, 15, 16, 25, 36, 60, 240])('show each of %i posts at most once', (count) => {
    const ids = idsOf(arrange(count, { pinned: count > 4 ? [2, 4, 3, 1] : [] }));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(Math.min(count, sectionSizes.total));
  });

  it('name the newest posts fresh: nothing beside, in a block or below is newer', () => {
    const page = arrange(100);
    const others = [...page.secondary, ...page.blocks.flatMap(({ ids }) => ids), ...page.more];
    expect(page.fresh).toEqual([...page.fresh].sort((left, right) => left - right));
    expect(Math.min(...others)).toBeGreaterThan(Math.max(...page.fresh));
  });

  it('prefer pictures beside the lead and for the large post of a block', () => {
    const page = arrange(100);
    for (const id of [...page.secondary, ...page.blocks.map(({ ids }) => ids[0] ?? 0)])
      expect((id - 1) % 3).not.toBe(0);
  });

  it('widen the period of popular posts until there are enough', () => {
    const popular = (week: number[], month: number[], all: number[]) =>
      arrange(40, {
        popular: [
          { days: 7, ids: week },
          { days: 30, ids: month },
          { days: null, ids: all },
        ],
      }).popular;
    const six = [35, 34, 33, 32, 31, 30];
    expect(popular(six, [], [])).toEqual({ days: 7, ids: six });
    expect(popular([35], six, [])).toEqual({ days: 30, ids: six });
    expect(popular([35], [35, 34], [35, 34, 33, 32, 31])).toEqual({ days: null, ids: [35, 34, 33, 32] });
    expect(popular([35], [35], [35, 34, 33])).toEqual({ days: null, ids: [] });
  });

  it('begin with what editors have placed, and fill the rest by the rules', () => {
    const page = arrange(40, { placed: { lead: [30, 31], row: [3, 300] } });
    expect(page.lead).toBe(30);
    expect(page.secondary.slice(0, 2)).toEqual([3, 300]);
    expect(page.secondary).toHaveLength(sectionSizes.secondary);
    expect(page.fresh).toEqual([1, 2, 4, 5, 6, 7, 8, 9]);
    const ids = idsOf(page);
    expect(new Set(ids).size).toBe(ids.length);
    const onlyRow = arrange(40, { pinned: [4], placed: { lead: [], row: [4, 5, 6, 7, 8, 9] } });
    expect(onlyRow.secondary).toEqual([4, 5, 6, 7]);
    expect([onlyRow.lead, onlyRow.pinned]).toEqual([2, []]);
  });

  it('show a placed lead where there is no other post', () => {
    expect(arrange(0, { placed: { lead: [7], row: [7, 8] } })).toMatchObject({ lead: 7, secondary: [8] });
  });

  it('show posts of subscribers only in their own section', () => {
    const page = arrange(40, { pinned: [1, 2, 3, 4] });
    expect(page.pinned).toEqual([1, 2, 3]);
    expect([page.lead, ...page.fresh]).not.toContain(1);
  });
});

it('the page changes at the next full ten minutes', () => {
  expect(nextArrangementAt(new Date('2026-03-10T20:50:01Z')).toISOString()).toBe('2026-03-10T21:00:00.000Z');
});
