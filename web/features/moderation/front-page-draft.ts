import type { Placement, PlacementSection, WantedPlacement } from '#contract/front-page-layout.ts';

/** A placement that the editor arranges; a new one has no id yet. */
export type DraftPlacement = Pick<Placement, 'section' | 'starts_at' | 'ends_at' | 'post'> & {
  key: string;
  saved: Pick<Placement, 'id' | 'placed_by' | 'placed_at'> | null;
};

/** How many placements of a section the front page shows. */
const shownCounts: Record<PlacementSection, number> = { lead: 1, row: 4 };

export const toDraft = (placements: readonly Placement[]): DraftPlacement[] =>
  placements.map(({ id, placed_by, placed_at, ...placement }) => ({
    ...placement,
    key: `placement-${id}`,
    saved: { id, placed_by, placed_at },
  }));

export const toWanted = (draft: readonly DraftPlacement[]): WantedPlacement[] =>
  draft.map(({ saved, post, section, starts_at, ends_at }) => ({
    ...(saved && { id: saved.id }),
    post_id: post.id,
    section,
    starts_at,
    ends_at,
  }));

export const ofSection = (draft: readonly DraftPlacement[], section: PlacementSection): DraftPlacement[] =>
  draft.filter((placement) => placement.section === section);

/** Puts a placement before the one at this place of a section; leads stay before the row. */
export function movePlacement(
  draft: readonly DraftPlacement[],
  key: string,
  section: PlacementSection,
  place: number,
): DraftPlacement[] {
  const moving = draft.find((placement) => placement.key === key);
  if (!moving) return [...draft];
  const rest = draft.filter((placement) => placement.key !== key);
  const target = ofSection(rest, section);
  const index = Math.min(Math.max(place, 0), target.length);
  const arranged = target.toSpliced(index, 0, { ...moving, section });
  return section === 'lead'
    ? [...arranged, ...ofSection(rest, 'row')]
    : [...ofSection(rest, 'lead'), ...arranged];
}

export type PlacementState = 'shown' | 'waiting' | 'later' | 'over' | 'unpublished' | 'hidden' | 'kept-off';

/** What readers see of each placement of a section at this time. */
export function statesOf(
  placements: readonly DraftPlacement[],
  section: PlacementSection,
  now: Date,
): PlacementState[] {
  let left = shownCounts[section];
  return placements.map(({ post, starts_at, ends_at }) => {
    if (ends_at !== null && new Date(ends_at) <= now) return 'over';
    if (starts_at !== null && new Date(starts_at) > now) return 'later';
    if (post.obstacle !== null) return post.obstacle;
    left -= 1;
    return left >= 0 ? 'shown' : 'waiting';
  });
}
