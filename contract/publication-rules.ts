import { z } from 'zod';
import { auditChange } from './audit.ts';
import { authorInfo } from './auth.ts';
import { count, envelope, id, optionalText, pageQuery, text, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { isExplained } from './moderation.ts';
import { ruleIds } from './rules.ts';
import { hideReasonMaxLength } from './staff.ts';

/** Whose texts wait for a moderator before readers see them: nobody's, those of newcomers, everybody's. */
export const publicationModes = ['after', 'newcomers', 'before'] as const;
export type PublicationMode = (typeof publicationModes)[number];

/**
 * Why a text waits: a mode, or a rule that it has met. `refused` is a scheduled text that its author could not have published
 * by hand.
 */
export const waitingRules = [
  'everything',
  'newcomer',
  'texts-a-day',
  'links-a-day',
  'stop-words',
  'repeated-domain',
  'repeated-text',
  'trap',
  'refused',
] as const;
export type WaitingRule = (typeof waitingRules)[number];

export const maxStopWords = 5_000;
export const maxBlockedDomains = 5_000;
export const maxCategoryModes = 200;
/** How many words a stop phrase has at most. */
export const maxPhraseWords = 4;
const wordMaxLength = 100;
const domainMaxLength = 253;
const maxNewcomerHours = 8_760;
const maxDaily = 10_000;

const mode = z.enum(publicationModes);
const daily = z.int().min(1).max(maxDaily).nullable();

export const publicationRules = z.object({
  mode,
  /** Categories with a mode of their own, for their posts and the comments below these. */
  category_modes: z.array(z.object({ category: id(), mode })).max(maxCategoryModes),
  /** A newcomer has an account of fewer hours, or fewer texts that readers see. */
  newcomer_hours: z.int().min(0).max(maxNewcomerHours),
  newcomer_texts: z.int().min(0).max(maxDaily),
  /** Texts and links of one newcomer within a day of Moscow; further ones wait. Null: any number. */
  newcomer_texts_a_day: daily,
  newcomer_links_a_day: daily,
  /** How many texts of newcomers may link to one domain within a day, or be equal; further ones wait. */
  repeated_domains: daily,
  repeated_texts: daily,
  /** Words and phrases; `*` at the end means any ending. */
  stop_words: z
    .array(text().pipe(z.string().max(wordMaxLength)))
    .max(maxStopWords, 'publication.tooManyWords'),
  /** Texts with links to these domains, or to domains below them, are refused. */
  blocked_domains: z
    .array(text().pipe(z.string().max(domainMaxLength)))
    .max(maxBlockedDomains, 'publication.tooManyDomains'),
  /** Whether an account needs a confirmed address before it publishes. */
  needs_confirmed_address: z.boolean(),
});
export type PublicationRules = z.infer<typeof publicationRules>;

/** Existing clients register and publish at once. The two limits are far above what a person writes. */
export const defaultPublicationRules: PublicationRules = {
  mode: 'after',
  category_modes: [],
  newcomer_hours: 24,
  newcomer_texts: 3,
  newcomer_texts_a_day: null,
  newcomer_links_a_day: 50,
  repeated_domains: 20,
  repeated_texts: null,
  stop_words: [],
  blocked_domains: [],
  needs_confirmed_address: false,
};

const storedRules = z.object({ version: id(), rules: publicationRules });
export type StoredPublicationRules = z.infer<typeof storedRules>;

export const publicationRulesBody = z.object({ version: id(), rules: publicationRules });

const listErrors = [
  { key: 'publication.tooManyWords', field: 'rules' },
  { key: 'publication.tooManyDomains', field: 'rules' },
] as const;

export const getPublicationRules = defineEndpoint('getPublicationRules', {
  tag: 'moderation',
  summary: 'The rules that decide whether a text waits for a moderator',
  auth: 'publication.manage',
  responses: { 200: storedRules },
});

export const replacePublicationRules = defineEndpoint('replacePublicationRules', {
  tag: 'moderation',
  summary: 'Change the rules of publication',
  needsConfirmation: true,
  description:
    'The body is the whole set, with the version that it changes. The rules apply to every text that is published from then on, in all processes. The change is an entry of the audit log.',
  auth: 'publication.manage',
  body: publicationRulesBody,
  responses: { 200: storedRules },
  errorMessages: { 400: listErrors, 412: [{ key: 'publication.stale' }] },
  errorBodies: { 412: z.object({ detail: z.string(), current: storedRules }) },
});

/** How many of the newest texts of a week the preview reads. */
export const previewLimit = 5_000;
const previewExamples = 5;

export const previewPublicationRules = defineEndpoint('previewPublicationRules', {
  tag: 'moderation',
  summary: 'What rules would have done with the texts of the last week; nothing is stored',
  description: `Reads the newest ${previewLimit} posts and comments of the last seven days. The account counts as it is now, with the age that it had when the text was written; texts of staff are left out.`,
  auth: 'publication.manage',
  isWrite: false,
  body: z.object({ rules: publicationRules }),
  responses: {
    200: z.object({
      texts: count(),
      /** Whether the week has more texts than were read. */
      is_partial: z.boolean(),
      shown: count(),
      waiting: z.array(
        z.object({
          rule: z.enum(waitingRules),
          count: count(),
          examples: z.array(z.string()).max(previewExamples),
        }),
      ),
      refused: z.object({ count: count(), examples: z.array(z.string()).max(previewExamples) }),
    }),
  },
  errorMessages: { 400: listErrors },
});

const historyEntry = z.object({
  id: id(),
  at: timestamp(),
  /** The name at that time; empty for commands of the operator. */
  actor_name: z.string(),
  changes: z.array(auditChange),
});
export type PublicationHistoryEntry = z.infer<typeof historyEntry>;

export const listPublicationHistory = defineEndpoint('listPublicationHistory', {
  tag: 'moderation',
  summary: 'Who changed the rules of publication and when, newest first',
  auth: 'publication.manage',
  query: z.object(pageQuery),
  responses: { 200: envelope(historyEntry) },
  errors: [404],
});

export const waitingTextKinds = ['post', 'comment'] as const;
const kind = z.enum(waitingTextKinds);

export const waitingText = z.object({
  /** Unique in the list: posts and comments may have the same number. */
  key: z.string(),
  kind,
  id: id(),
  /** The title of the post, or of the post that is commented on. */
  title: z.string(),
  slug: z.string(),
  /** The beginning of the text. */
  text: z.string(),
  rule: z.enum(waitingRules),
  author: authorInfo,
  waiting_since: timestamp(),
  /** The state of the text, to be sent with a decision. */
  updated_at: timestamp(),
});
export type WaitingText = z.infer<typeof waitingText>;

export const listWaitingTexts = defineEndpoint('listWaitingTexts', {
  tag: 'moderation',
  summary: 'Texts that wait for a moderator, oldest first',
  auth: 'content.moderate',
  query: z.object({
    ...pageQuery,
    kind: kind.optional().meta({ description: 'Only posts, or only comments.' }),
    rule: z.enum(waitingRules).optional().meta({ description: 'Texts that wait because of one rule.' }),
  }),
  responses: { 200: envelope(waitingText) },
  errors: [404],
});

export const maxWaitingDecisions = 100;

export const decideWaitingTexts = defineEndpoint('decideWaitingTexts', {
  tag: 'moderation',
  summary: 'Publish texts that wait, or hide them',
  description:
    'Each text is decided by itself. A text that its author has changed since `updated_at` goes on waiting (`changed`); one that is deleted, withdrawn or decided already is `gone`. A published text gets the current time; a hidden one gets a decision with the rule and the reason.',
  auth: 'content.moderate',
  body: z
    .object({
      outcome: z.enum(['publish', 'hide']),
      rule: z.enum(ruleIds).nullish(),
      reason: optionalText(hideReasonMaxLength),
      texts: z
        .array(z.object({ kind, id: id(), updated_at: timestamp() }))
        .min(1)
        .max(maxWaitingDecisions),
    })
    .refine(isExplained, { path: ['reason'], message: 'moderation.reasonRequired' }),
  errorMessages: { 400: [{ key: 'moderation.reasonRequired', field: 'reason' }] },
  responses: {
    200: z.object({
      results: z.array(z.object({ kind, id: id(), result: z.enum(['done', 'changed', 'gone']) })),
    }),
  },
});
