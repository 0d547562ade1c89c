import { z } from 'zod';
import { count, id, slugParams, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

/** The periods of statistics in days, the last of which is today in Moscow. */
export const statsPeriods = ['7', '30', '90'] as const;
export const defaultStatsPeriod: (typeof statsPeriods)[number] = '30';

const periodQuery = {
  period: z
    .enum(statsPeriods)
    .optional()
    .meta({ description: 'The number of days up to today in Moscow; 30 by default.' }),
};

const statsFields = {
  period: z.object({ from: z.iso.date(), to: z.iso.date(), days: count() }),
  /** All views since the publication, the number that readers see. */
  views_count: count(),
  views: count(),
  finishes: count(),
  /** The same number of days before the period; null if views were not counted by day then. */
  previous: z.object({ views: count(), finishes: count() }).nullable(),
  /** Every day of the period in Moscow time, oldest first. */
  days: z.array(z.object({ date: z.iso.date(), views: count(), finishes: count() })),
  /**
   * Views of the period by source, most views first: `direct`, `site` (pages of this site), `other`, or the host name of
   * another site. They add up to `views`.
   */
  sources: z.array(z.object({ source: z.string(), name: z.string(), views: count() })),
  /** How many days statistics are stored. */
  stored_days: count(),
};

export const postStats = z.object({
  post: z.object({ id: id(), title: z.string(), slug: z.string(), created_at: timestamp() }),
  ...statsFields,
});
export type PostStats = z.infer<typeof postStats>;

export const myPostStats = z.object({
  ...statsFields,
  /** The posts with the most views in the period, at most twenty. */
  posts: z.array(
    z.object({ id: id(), title: z.string(), slug: z.string(), views: count(), finishes: count() }),
  ),
});
export type MyPostStats = z.infer<typeof myPostStats>;

export const getPostStats = defineEndpoint('getPostStats', {
  tag: 'posts',
  summary:
    'Views of a post by day and by source, and how many readers reached its end; for its author and staff',
  description:
    'Daily sums without data of readers. The days of a post add up to its `views_count`, except for days that are no longer stored.',
  auth: 'user',
  params: slugParams,
  query: z.object(periodQuery),
  responses: { 200: postStats },
  errors: [403],
});

export const getMyPostStats = defineEndpoint('getMyPostStats', {
  tag: 'posts',
  summary: "Views of all of the caller's posts by day, by source and by post",
  description: 'The views of deleted posts are not included.',
  auth: 'user',
  query: z.object(periodQuery),
  responses: { 200: myPostStats },
});

export const finishPost = defineEndpoint('finishPost', {
  tag: 'posts',
  summary: 'Report that a reader has reached the end of the post; each reader counts once a day',
  auth: 'optional',
  params: slugParams,
  responses: { 204: null },
});
