import { describe, expect, it } from 'vitest';
import type { PlacementSection } from '#contract/front-page-layout.ts';
import { type DraftPlacement, movePlacement, statesOf, toWanted } from './front-page-draft.ts';

const author = { id: 1, username: 'anna', full_name: 'Анна', avatar: null, avatar_info: null };
const placement = (
  id: number,
  section: PlacementSection,
  changes: Partial<DraftPlacement> = {},
): DraftPlacement => ({
  key: `key-${id}`,
  saved: null,
  section,
  starts_at: null,
  ends_at: null,
  post: {
    id,
    title: `Статья ${id}`,
    slug: `statya-${id}`,
    author_info: author,
    created_at: '2026-03-01T00:00:00Z',
    obstacle: null,
  },
  ...changes,
});
const draft = [placement(1, 'lead'), placement(2, 'lead'), placement(3, 'row'), placement(4, 'row')];
const order = (placements: DraftPlacement[]) =>
  placements.map(({ section, post }) => `${section} ${post.id}`).join(', ');

describe('moving a placement', () => {
  it.each([
    ['key-2', 'lead', 0, 'lead 2, lead 1, row 3, row 4'],
    ['key-3', 'row', 1, 'lead 1, lead 2, row 4, row 3'],
    ['key-1', 'row', 1, 'lead 2, row 3, row 1, row 4'],
    ['key-4', 'lead', 0, 'lead 4, lead 1, lead 2, row 3'],
    ['key-1', 'lead', 99, 'lead 2, lead 1, row 3, row 4'],
    ['key-2', 'lead', -1, 'lead 2, lead 1, row 3, row 4'],
    ['unknown', 'lead', 0, 'lead 1, lead 2, row 3, row 4'],
  ] as const)('%s to %s %i', (key, section, place, expected) => {
    expect(order(movePlacement(draft, key, section, place))).toBe(expected);
  });
});

describe('the state', () => {
  const now = new Date('2026-03-10T12:00:00Z');
  const past = '2026-03-10T11:00:00.000Z';
  const future = '2026-03-10T13:00:00.000Z';

  it('is that of the first ones in effect', () => {
    const leads = [
      placement(1, 'lead', { starts_at: future }),
      placement(2, 'lead', { ends_at: past }),
      placement(3, 'lead', { post: { ...placement(3, 'lead').post, obstacle: 'hidden' } }),
      placement(4, 'lead', { starts_at: past, ends_at: future }),
      placement(5, 'lead'),
    ];
    expect(statesOf(leads, 'lead', now)).toEqual(['later', 'over', 'hidden', 'shown', 'waiting']);
    const row = [1, 2, 3, 4, 5].map((id) => placement(id, 'row'));
    expect(statesOf(row, 'row', now)).toEqual(['shown', 'shown', 'shown', 'shown', 'waiting']);
  });
});

it('a saved placement keeps its id', () => {
  const saved = { id: 7, placed_by: author, placed_at: '2026-03-01T00:00:00Z' };
  expect(toWanted([placement(1, 'lead', { saved }), placement(2, 'row')])).toEqual([
    { id: 7, post_id: 1, section: 'lead', starts_at: null, ends_at: null },
    { post_id: 2, section: 'row', starts_at: null, ends_at: null },
  ]);
});
