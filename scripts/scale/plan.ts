import { createRandom, createSampler, zipfWeights } from './random.ts';

export type ScaleOptions = {
  posts: number;
  /** Mean number of comments of an ordinary post. */
  commentsPerPost: number;
  /** Comments of the single most discussed post. */
  discussion: number;
  seed: number;
  now: Date;
};

/**
 * Authors, categories, dates and counts of all posts, without any text: a few bytes for each post, so that a million
 * posts fit into memory.
 */
export type ScalePlan = {
  authors: number;
  /** Authors first, then accounts that only read and comment. */
  accounts: number;
  categories: number;
  /** Index of the author of each post. */
  authorOf: Int32Array;
  /** Index of the category of each post; -1 for none. */
  categoryOf: Int8Array;
  /** 0 published, 1 draft, 2 hidden. */
  statusOf: Uint8Array;
  createdAt: Float64Array;
  viewsOf: Int32Array;
  commentsOf: Int32Array;
};

export const postStates = ['published', 'draft', 'hidden'] as const;

const yearMs = 365 * 24 * 3_600_000;
const ageMs = 10 * yearMs;
const categories = 24;
const postsPerAuthor = 50;
const accountsPerPost = 0.3;
const minAuthors = 20;
const maxViews = 2_000_000;
const maxCommentsOfOrdinaryPost = 500;
/** Exponent of the Pareto distribution: most posts have few readers, a few posts have very many. */
const viewsShape = 1.1;
const commentsShape = 1.4;

/** Plans a site with this number of posts. The result is the same for the same options. */
export function planScale({ posts, commentsPerPost, discussion, seed, now }: ScaleOptions): ScalePlan {
  const random = createRandom(seed);
  const authors = Math.max(minAuthors, Math.round(posts / postsPerAuthor));
  const drawAuthor = createSampler(zipfWeights(authors), random);
  const drawCategory = createSampler(zipfWeights(categories), random);
  const plan: ScalePlan = {
    authors,
    accounts: authors + Math.round(posts * accountsPerPost),
    categories,
    authorOf: new Int32Array(posts),
    categoryOf: new Int8Array(posts),
    statusOf: new Uint8Array(posts),
    createdAt: new Float64Array(posts),
    viewsOf: new Int32Array(posts),
    commentsOf: new Int32Array(posts),
  };
  const stepMs = ageMs / posts;
  const commentsScale = (commentsPerPost * (commentsShape - 1)) / commentsShape;
  for (let post = 0; post < posts; post += 1) {
    const chance = random();
    plan.authorOf[post] = drawAuthor();
    plan.categoryOf[post] = random() < 0.05 ? -1 : drawCategory();
    plan.statusOf[post] = chance < 0.96 ? 0 : chance < 0.99 ? 1 : 2;
    // Ids almost follow the dates, as on any site; imported and scheduled posts are the exceptions.
    const position = random() < 0.02 ? random() * posts : post + random();
    plan.createdAt[post] = Math.floor(now.getTime() - ageMs + Math.min(position, posts) * stepMs);
    plan.viewsOf[post] = Math.min(maxViews, Math.floor(10 / (1 - random()) ** (1 / viewsShape)));
    const commentCount = commentsScale / (1 - random()) ** (1 / commentsShape);
    plan.commentsOf[post] =
      plan.statusOf[post] === 1
        ? 0
        : Math.min(maxCommentsOfOrdinaryPost, Math.floor(commentCount + random()));
  }
  const last = posts - 1;
  plan.statusOf[last] = 0;
  plan.createdAt[last] = now.getTime() - stepMs;
  plan.commentsOf[last] = discussion;
  return plan;
}
