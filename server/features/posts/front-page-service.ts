import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/database.ts';
import {
  arrangeFrontPage,
  arrangementAt,
  type LeadRule,
  nextArrangementAt,
  popularPeriods,
} from './front-page.ts';
import * as candidates from './front-page-store.ts';
import { nextPlacementChangeAt } from './placement.ts';
import { listPlacedPosts, listPlacementPeriods, type PlacedPost } from './placement-store.ts';
import type { PostCategory, PostSummary } from './post.ts';
import { findListHead } from './post-list-store.ts';
import type { PostSelections } from './post-selection-service.ts';
import { listSummaries } from './post-store.ts';

export type FrontPageSections = {
  arrangedAt: Date;
  lead: PostSummary | null;
  secondary: PostSummary[];
  fresh: PostSummary[];
  pinned: PostSummary[];
  popular: { days: number | null; posts: PostSummary[] };
  blocks: Array<{ category: PostCategory; posts: PostSummary[] }>;
  more: PostSummary[];
};

type Deps = {
  db: Db;
  clock: Clock;
  leadRule: LeadRule;
  selections: Pick<PostSelections, 'nextPinChangeAt'>;
};

export type FrontPages = ReturnType<typeof createFrontPages>;

/** The time and the placements of a preview. */
type Preview = { now: Date; placed: readonly PlacedPost[] };

/** The front page: seven statements, whose cost does not depend on the number of posts. */
export function createFrontPages({ db, clock, leadRule, selections }: Deps) {
  async function getFrontPage(preview?: Preview): Promise<FrontPageSections> {
    const now = preview?.now ?? clock.now();
    const [head, recent, categories, popular, offFrontPage, placed] = await Promise.all([
      findListHead(db, now),
      candidates.listRecentCandidates(db, leadRule.minEarlierPosts),
      candidates.listCategoryCandidates(db),
      candidates.listPopularCandidates(db, popularPeriods, now),
      candidates.listPinsOffFrontPage(db),
      preview?.placed ?? listPlacedPosts(db, now),
    ]);
    const placedIn = (section: PlacedPost['section']) =>
      placed.filter((post) => post.section === section).map(({ postId }) => postId);
    const pinned = head.rotation.map(({ id }) => id);
    const shownPins = pinned.filter((id) => !offFrontPage.includes(id));
    const arranged = arrangeFrontPage(
      {
        recent,
        categories,
        popular,
        pinned: shownPins,
        placed: { lead: placedIn('lead'), row: placedIn('row') },
      },
      leadRule,
      now,
    );
    const ids = [
      ...(arranged.lead === null ? [] : [arranged.lead]),
      ...arranged.secondary,
      ...arranged.fresh,
      ...arranged.pinned,
      ...arranged.popular.ids,
      ...arranged.blocks.flatMap((block) => block.ids),
      ...arranged.more,
    ];
    const posts = new Map((await listSummaries(db, now, { ids, pinned })).map((post) => [post.id, post]));
    // A post may have been deleted since the first statement.
    const load = (wanted: readonly number[]) => wanted.flatMap((id) => posts.get(id) ?? []);
    return {
      arrangedAt: arrangementAt(now),
      lead: load(arranged.lead === null ? [] : [arranged.lead])[0] ?? null,
      secondary: load(arranged.secondary),
      fresh: load(arranged.fresh),
      pinned: load(arranged.pinned),
      popular: { days: arranged.popular.days, posts: load(arranged.popular.ids) },
      blocks: arranged.blocks.flatMap(({ ids: ofBlock }) => {
        const found = load(ofBlock);
        const category = found[0]?.category;
        return category ? [{ category, posts: found }] : [];
      }),
      more: load(arranged.more),
    };
  }

  /** The next time at which the front page changes without a write. */
  async function nextFrontPageChangeAt(now: Date): Promise<Date> {
    const next = nextArrangementAt(now);
    const pins = await selections.nextPinChangeAt(now);
    const placement = nextPlacementChangeAt(await listPlacementPeriods(db), now) ?? next;
    return new Date(Math.min(pins.getTime(), next.getTime(), placement.getTime()));
  }

  return { getFrontPage, nextFrontPageChangeAt };
}
