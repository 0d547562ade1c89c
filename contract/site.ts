import { z } from 'zod';
import { emailPattern } from './auth.ts';
import { categoryInfo } from './categories.ts';
import { count, messageBody, requiredText, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';

export const feedbackNameMaxLength = 100;
export const feedbackMessageMaxLength = 5_000;

export const feedbackKind = z.enum(['question', 'correction', 'complaint', 'idea', 'other']);
export type FeedbackKind = z.infer<typeof feedbackKind>;

export const feedbackBody = z.object({
  name: requiredText(feedbackNameMaxLength, { required: 'feedback.nameRequired' }),
  email: requiredText(254, { required: 'auth.emailRequired' }).pipe(
    z.string().regex(emailPattern, 'auth.emailInvalid'),
  ),
  kind: feedbackKind,
  message: requiredText(feedbackMessageMaxLength, { required: 'feedback.messageRequired' }),
  /** A honeypot: the field is invisible, and a message that fills it in is discarded as spam. */
  website: text().nullish(),
});

export const getSite = defineEndpoint('getSite', {
  tag: 'site',
  summary:
    'What every page shows: name and description of the site, links to social networks and the first 24 categories by name',
  auth: 'ignored',
  responses: {
    200: z.object({
      name: z.string(),
      description: z.string(),
      /** The public address of the editors. */
      email: z.string().nullable(),
      /** The colour of the square beside the name; null for the accent of the design. */
      mark_color: z.string().nullable(),
      social_links: z.array(z.url()),
      /** Whether the links are examples, for a trial on localhost. */
      are_social_links_examples: z.boolean(),
      /** Meta elements that prove to search engines who owns the site. */
      verification_marks: z.array(z.object({ name: z.string(), content: z.string() })),
      /** Whether browsers may save articles for reading offline. */
      offline_reading: z.boolean(),
      categories: z.array(categoryInfo),
    }),
  },
});

export const sendFeedback = defineEndpoint('sendFeedback', {
  tag: 'site',
  summary: 'Send feedback to the editors',
  auth: 'optional',
  body: feedbackBody,
  responses: { 202: messageBody('Feedback received') },
});

/** The number of published posts, of their authors, of active comments on them, and of categories. */
export const siteStats = z.object({
  posts_count: count(),
  authors_count: count(),
  comments_count: count(),
  categories_count: count(),
});
export type SiteStats = z.infer<typeof siteStats>;

export const getSiteFigures = defineEndpoint('getSiteFigures', {
  tag: 'site',
  summary: 'Statistics of the site; authors and categories are at most a minute old',
  auth: 'optional',
  responses: { 200: siteStats },
});

export const siteActivity = z.object({
  /** The last 30 days in Moscow time, oldest first; the last one is not complete. */
  days: z.array(
    z.object({
      date: z.iso.date(),
      /** Articles published on the day and still public. */
      posts: count(),
      /** Comments written on the day and not deleted. */
      comments: count(),
      registrations: count(),
      reports: count(),
    }),
  ),
  /** Articles that will be published within a day. */
  scheduled_posts: count(),
  /** Reported things that nobody has decided about. */
  open_cases: count(),
  /** Objections that nobody has decided about. */
  open_objections: count(),
  /** Texts that wait for a moderator before readers see them. */
  waiting_texts: count(),
});

export const getSiteActivity = defineEndpoint('getSiteActivity', {
  tag: 'site',
  summary:
    'New articles, comments, accounts and reports by day, and articles to be published soon; at most a minute old',
  auth: 'posts.review',
  responses: { 200: siteActivity },
});

const healthStatus = z.enum(['ok', 'warn', 'fail']);

export const siteHealth = z.object({
  /** The worst of all checks. */
  status: healthStatus,
  checked_at: timestamp(),
  started_at: timestamp(),
  version: z.string(),
  checks: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      status: healthStatus,
      /** What was found, and what an operator can do. */
      detail: z.string(),
      advice: z.string().nullable(),
    }),
  ),
});
export type SiteHealth = z.infer<typeof siteHealth>;

export const getSiteHealth = defineEndpoint('getSiteHealth', {
  tag: 'site',
  summary: 'Whether database, disk, mail, payments, jobs and backups work; checked at most every ten seconds',
  auth: 'health.read',
  responses: { 200: siteHealth },
});
