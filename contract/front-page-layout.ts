import { z } from 'zod';
import { auditChange } from './audit.ts';
import { authorInfo } from './auth.ts';
import { envelope, id, pageQuery, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { frontPage } from './front-page.ts';

/** In the order of the page: the lead, and the posts beside it. */
export const placementSections = ['lead', 'row'] as const;
export type PlacementSection = (typeof placementSections)[number];

/** How many placements a layout has at most, those of the past and of the future included. */
export const maxPlacements = 50;

/** Why the front page does not show a post that an editor has placed. */
export const placementObstacles = ['unpublished', 'hidden', 'kept-off'] as const;

const period = {
  /** Null: in effect at once. */
  starts_at: timestamp().nullish(),
  /** Null: until an editor removes it. */
  ends_at: timestamp().nullish(),
};

const placement = z.object({
  id: id(),
  section: z.enum(placementSections),
  starts_at: timestamp().nullable(),
  ends_at: timestamp().nullable(),
  placed_by: authorInfo.nullable(),
  placed_at: timestamp(),
  post: z.object({
    id: id(),
    title: z.string(),
    slug: z.string(),
    author_info: authorInfo,
    created_at: timestamp(),
    /** Null if the front page shows the post. */
    obstacle: z.enum(placementObstacles).nullable(),
  }),
});
export type Placement = z.infer<typeof placement>;

const layout = z.object({
  version: id(),
  /** In each section the first ones in effect are shown. */
  placements: z.array(placement),
});
export type FrontPageLayout = z.infer<typeof layout>;

const placements = z
  .array(
    z
      .object({
        /** Of a placement that the layout already has. */
        id: id().nullish(),
        post_id: id(),
        section: z.enum(placementSections),
        ...period,
      })
      .refine(
        ({ starts_at, ends_at }) => !starts_at || !ends_at || ends_at > starts_at,
        'frontPage.endsEarly',
      ),
  )
  .max(maxPlacements, 'frontPage.tooMany');
export type WantedPlacement = z.infer<typeof placements>[number];

export const layoutBody = z.object({
  /** The version that the editor has changed. */
  version: id(),
  placements,
});

const errorMessages = {
  400: [
    { key: 'frontPage.endsEarly', field: 'placements' },
    { key: 'frontPage.tooMany', field: 'placements' },
    { key: 'frontPage.unknownPost', field: 'placements' },
    { key: 'frontPage.notPublished', field: 'placements' },
  ],
} as const;

export const getFrontPageLayout = defineEndpoint('getFrontPageLayout', {
  tag: 'moderation',
  summary: 'What editors have placed on the front page, now and later',
  auth: 'front-page.arrange',
  responses: { 200: layout },
});

export const replaceFrontPageLayout = defineEndpoint('replaceFrontPageLayout', {
  tag: 'moderation',
  summary: 'Place posts on the front page; the rules of the site choose the rest',
  description:
    'The body is the whole layout, in its order. The first placement of `lead` in effect leads, the first four of `row` stand beside it. A new placement names a published or scheduled post; it is shown only while the post is public and not kept off the front page. Guests see the change within a second. Each placement, change and removal becomes an entry of the audit log.',
  auth: 'front-page.arrange',
  body: layoutBody,
  responses: { 200: layout },
  errorMessages: { ...errorMessages, 412: [{ key: 'frontPage.stale' }] },
  errorBodies: { 412: z.object({ detail: z.string(), current: layout }) },
});

export const previewFrontPage = defineEndpoint('previewFrontPage', {
  tag: 'moderation',
  summary: 'The front page as a layout would arrange it; nothing is stored',
  auth: 'front-page.arrange',
  isWrite: false,
  body: z.object({
    placements,
    /** The time at which the page is shown; now by default. */
    at: timestamp().nullish(),
  }),
  responses: { 200: frontPage },
  errorMessages: { 400: errorMessages[400].slice(0, 2) },
});

export const frontPageActions = [
  'front-page.place',
  'front-page.change',
  'front-page.remove',
  'post.off-front-page',
  'post.on-front-page',
] as const;

const historyEntry = z.object({
  id: id(),
  at: timestamp(),
  action: z.enum(frontPageActions),
  /** The name at that time; empty for commands of the operator. */
  actor_name: z.string(),
  /** The title at that time. */
  post_title: z.string(),
  changes: z.array(auditChange),
});
export type FrontPageHistoryEntry = z.infer<typeof historyEntry>;

export const listFrontPageHistory = defineEndpoint('listFrontPageHistory', {
  tag: 'moderation',
  summary: 'Who placed what on the front page and when, newest first',
  auth: 'front-page.arrange',
  query: z.object(pageQuery),
  responses: { 200: envelope(historyEntry) },
  errors: [404],
});
