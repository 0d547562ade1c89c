import { z } from 'zod';
import { emailPattern } from './auth.ts';
import { count, messageBody, requiredText, text } from './common.ts';
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
  /** Nobody sees this field of the form: what fills it in is a robot, whose message goes nowhere. */
  website: text().nullish(),
});

export const getSite = defineEndpoint('getSite', {
  tag: 'site',
  summary: 'What the operator has set up for every page',
  auth: 'ignored',
  responses: { 200: z.object({ social_links: z.array(z.url()) }) },
});

export const sendFeedback = defineEndpoint('sendFeedback', {
  tag: 'site',
  summary: 'Write to the editorial office',
  auth: 'optional',
  body: feedbackBody,
  responses: { 202: messageBody('Feedback received') },
});

/** What the site holds: published posts, who wrote them, living comments under them, categories. */
export const siteFigures = z.object({
  posts_count: count(),
  authors_count: count(),
  comments_count: count(),
  categories_count: count(),
});
export type SiteFigures = z.infer<typeof siteFigures>;

export const getSiteFigures = defineEndpoint('getSiteFigures', {
  tag: 'site',
  summary: 'The site in figures; authors and categories are at most a minute old',
  auth: 'optional',
  responses: { 200: siteFigures },
});
