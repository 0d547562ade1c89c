/** What the front page needs to know of a published post to arrange it. */
export type FrontPageCandidate = {
  id: number;
  categoryId: number | null;
  createdAt: Date;
  hasPicture: boolean;
  /** The size of the text without markup, in bytes of UTF-8. */
  textBytes: number;
  authorSince: Date;
  /** Earlier published posts of the author, counted up to the number that the rule asks for. */
  earlierPosts: number;
};

/** Of which accounts a post may lead. Both values are settings. */
export type LeadRule = { minAccountAgeHours: number; minEarlierPosts: number };

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;
/** About 600 Cyrillic letters: three or four paragraphs. */
export const minLeadTextBytes = 1_200;
export const maxLeadAgeMs = 3 * dayMs;

/** The periods within which popular posts are looked for, the shortest with enough posts wins. Null: all time. */
export const popularPeriods: readonly (number | null)[] = [7, 30, null];

export const sectionSizes = {
  pinned: 3,
  secondary: 4,
  fresh: 8,
  popular: 6,
  blocks: 6,
  block: 4,
  /** The page shows at least this many posts if there are so many. */
  total: 36,
};
/** With fewer posts a separate list of the newest would repeat the order of the page. */
const minPostsForFresh = 16;
const minPopular = 4;
const minPostsOfBlock = 2;
/** Posts with pictures are preferred among this many of the newest remaining ones. */
const pictureWindow = 16;

/**
 * The conditions of a lead, the most important first. The candidate wins that meets the most important condition that not
 * all meet, then the next one, and at last the newest. So there is a lead as long as there is a post.
 */
export function chooseLead(
  candidates: readonly FrontPageCandidate[],
  rule: LeadRule,
  now: Date,
): FrontPageCandidate | undefined {
  const conditions: ReadonlyArray<(post: FrontPageCandidate) => boolean> = [
    ({ authorSince, earlierPosts }) =>
      now.getTime() - authorSince.getTime() >= rule.minAccountAgeHours * hourMs &&
      earlierPosts >= rule.minEarlierPosts,
    ({ hasPicture }) => hasPicture,
    ({ textBytes }) => textBytes >= minLeadTextBytes,
    ({ createdAt }) => now.getTime() - createdAt.getTime() <= maxLeadAgeMs,
  ];
  const narrowed = conditions.reduce((left, isMet) => {
    const meeting = left.filter(isMet);
    return meeting.length > 0 ? meeting : left;
  }, candidates);
  return narrowed.toSorted(newestFirst)[0];
}

export type FrontPageInput = {
  /** The newest posts, newest first. */
  recent: readonly FrontPageCandidate[];
  /** Categories in the order of preference, each with its newest posts. */
  categories: ReadonlyArray<{ id: number; posts: readonly BlockCandidate[] }>;
  /** The most viewed posts of each period, most viewed first. */
  popular: ReadonlyArray<{ days: number | null; ids: readonly number[] }>;
  pinned: readonly number[];
  /** What editors have placed, in their order: those in effect whose posts may be shown. */
  placed: { lead: readonly number[]; row: readonly number[] };
};
export type BlockCandidate = Pick<FrontPageCandidate, 'id' | 'createdAt' | 'hasPicture'>;

/** The ids of the posts in each section. */
export type FrontPageArrangement = {
  lead: number | null;
  secondary: number[];
  fresh: number[];
  pinned: number[];
  popular: { days: number | null; ids: number[] };
  blocks: Array<{ categoryId: number; ids: number[] }>;
  more: number[];
};

/**
 * Arranges posts in the sections of the front page, each post once, in this order: what editors have placed; posts of
 * subscribers; the lead, if no editor has placed one; the
 * newest posts by date, so that nothing else but lead, pinned and popular posts is newer; posts beside the lead and
 * blocks by category, with pictures preferred; posts with the most views; the rest by date.
 */
export function arrangeFrontPage(input: FrontPageInput, rule: LeadRule, now: Date): FrontPageArrangement {
  const used = new Set<number>();
  const take = <Id extends number>(ids: readonly Id[], count: number): Id[] => {
    const taken = [...new Set(ids)].filter((id) => !used.has(id)).slice(0, count);
    for (const id of taken) used.add(id);
    return taken;
  };
  const remaining = <Post extends { id: number }>(posts: readonly Post[]) =>
    posts.filter(({ id }) => !used.has(id));

  const [placedLead = null] = take(input.placed.lead, 1);
  const placedRow = take(input.placed.row, sectionSizes.secondary);
  const pinned = take(input.pinned, sectionSizes.pinned);
  const lead = placedLead ?? chooseLead(remaining(input.recent), rule, now)?.id ?? null;
  if (lead !== null) used.add(lead);
  const hasFresh = input.recent.filter(({ id }) => !pinned.includes(id)).length >= minPostsForFresh;
  const fresh = hasFresh ? take(idsOf(input.recent), sectionSizes.fresh) : [];
  const rowSpace = sectionSizes.secondary - placedRow.length;
  const secondary = [
    ...placedRow,
    ...take(idsOf(preferPictures(remaining(input.recent), rowSpace)), rowSpace),
  ];
  const popular = hasFresh ? choosePopular(input.popular, used) : { days: null, ids: [] };
  take(popular.ids, popular.ids.length);
  const newestOutside = oldestOf(input.recent, fresh);
  const blocks = [];
  for (const { id: categoryId, posts } of hasFresh ? input.categories : []) {
    if (blocks.length === sectionSizes.blocks) break;
    const left = remaining(posts).filter(({ createdAt }) => createdAt <= newestOutside);
    if (left.length < minPostsOfBlock) continue;
    blocks.push({
      categoryId,
      ids: take(idsOf(preferPictures(left, sectionSizes.block)), sectionSizes.block),
    });
  }
  const more = take(idsOf(input.recent), Math.max(0, sectionSizes.total - used.size));
  return { lead, secondary, fresh, pinned, popular, blocks, more };
}

/** The first period with enough remaining posts; none if even all time has too few. An even number, for two columns. */
function choosePopular(
  periods: FrontPageInput['popular'],
  used: ReadonlySet<number>,
): FrontPageArrangement['popular'] {
  const left = periods.map(({ days, ids }) => ({
    days,
    ids: ids.filter((id) => !used.has(id)).slice(0, sectionSizes.popular),
  }));
  const full = left.find(({ ids }) => ids.length === sectionSizes.popular);
  const longest = left.at(-1);
  const found = full ?? longest;
  if (!found || found.ids.length < minPopular) return { days: null, ids: [] };
  return { days: found.days, ids: found.ids.slice(0, found.ids.length - (found.ids.length % 2)) };
}

/**
 * The posts to show of a list, newest first: those with pictures among its first ones, and others only if there are too few.
 * The first one has a picture if any has, because it is shown large.
 */
function preferPictures<Post extends BlockCandidate>(posts: readonly Post[], count: number): Post[] {
  const window = posts.slice(0, Math.max(count, pictureWindow)).toSorted(newestFirst);
  const withPicture = window.filter(({ hasPicture }) => hasPicture);
  const others = window.filter(({ hasPicture }) => !hasPicture);
  return [...withPicture.slice(0, count), ...others.slice(0, Math.max(0, count - withPicture.length))];
}

const idsOf = (posts: readonly { id: number }[]) => posts.map(({ id }) => id);

const newestFirst = (left: BlockCandidate, right: BlockCandidate) =>
  right.createdAt.getTime() - left.createdAt.getTime() || right.id - left.id;

/** The date of the last of these posts; the end of time without any. */
function oldestOf(posts: readonly FrontPageCandidate[], ids: readonly number[]): Date {
  const last = posts.find(({ id }) => id === ids.at(-1));
  return last?.createdAt ?? new Date(8.64e15);
}

const arrangedEveryMs = 10 * 60_000;

/**
 * When the front page changes without a write: views, the ages of posts and accounts, and the date, which changes at a full
 * hour in every time zone in use here.
 */
export const nextArrangementAt = (now: Date): Date =>
  new Date(arrangementAt(now).getTime() + arrangedEveryMs);

/** The beginning of the current interval. */
export const arrangementAt = (now: Date): Date =>
  new Date(Math.floor(now.getTime() / arrangedEveryMs) * arrangedEveryMs);
