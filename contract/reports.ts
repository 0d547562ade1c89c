import { z } from 'zod';
import { authorInfo } from './auth.ts';
import { count, envelope, id, optionalText, pageQuery, pathId, timestamp } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { decisionTargets, isExplained } from './moderation.ts';
import { ruleIds } from './rules.ts';
import { hideReasonMaxLength } from './staff.ts';

/** How many things a user may report within 24 hours. */
export const reportsPerDay = 50;
export const reportTextMaxLength = 500;
/** The reports that a case in the queue shows; `reports_count` counts all. */
export const shownReports = 20;

export const reportOutcomes = ['hidden', 'left', 'sanctioned', 'gone'] as const;
export type ReportOutcome = (typeof reportOutcomes)[number];
const rule = z.enum(ruleIds);
const targetKind = z.enum(decisionTargets);

export const report = z.object({
  target: z.object({ kind: targetKind, id: id() }),
  rule,
  text: z.string(),
  created_at: timestamp(),
});

const caseReport = z.object({ reporter: authorInfo, rule, text: z.string(), created_at: timestamp() });

/** A reported thing in its context. */
export const reportCase = z.object({
  id: id(),
  target: z.object({
    kind: targetKind,
    id: id(),
    name: z.string(),
    /** The beginning of the text, or the biography; empty when it is gone. */
    text: z.string(),
    /** Whether readers can see it now. */
    is_public: z.boolean(),
    /** The post, or the post of the comment; null for a profile and when it is gone. */
    slug: z.string().nullable(),
  }),
  /** What a comment replies to: a comment, or the title of its post; null for others. */
  context: z.string().nullable(),
  author: authorInfo,
  reports_count: count(),
  reports: z.array(caseReport),
  assignee: authorInfo.nullable(),
  created_at: timestamp(),
  closed: z
    .object({ at: timestamp(), by: authorInfo.nullable(), outcome: z.enum(reportOutcomes) })
    .nullable(),
});
export type ReportCase = z.infer<typeof reportCase>;

const unknownCase = { 404: [{ key: 'reports.caseUnknown' }] } as const;
const caseParams = z.object({ id: pathId() });

export const createReport = defineEndpoint('createReport', {
  tag: 'moderation',
  summary: 'Report a post, a comment or a profile to the moderators',
  description: `A second report of the caller about an open case replaces the first. At most ${reportsPerDay} things within 24 hours. The outcome comes as a notification.`,
  auth: 'user',
  body: z.object({
    target_kind: targetKind,
    target: id(),
    rule,
    text: optionalText(reportTextMaxLength),
  }),
  errorMessages: {
    400: [{ key: 'reports.own' }, { key: 'reports.tooMany' }],
    404: [{ key: 'reports.targetUnknown' }],
  },
  responses: { 201: report },
  errors: [404],
});

export const listReportCases = defineEndpoint('listReportCases', {
  tag: 'moderation',
  summary: 'Reported things: the open cases, oldest first, or the closed ones, newest first',
  auth: 'content.moderate',
  query: z.object({
    ...pageQuery,
    state: z.enum(['open', 'closed']).optional().meta({ description: '`open` is the default.' }),
    kind: targetKind.optional().meta({ description: 'Cases about one kind of target.' }),
    rule: rule.optional().meta({ description: 'Cases with a report that names the rule.' }),
    assignee: z
      .enum(['me', 'nobody'])
      .optional()
      .meta({ description: 'Cases of the caller, or cases that nobody has taken.' }),
  }),
  responses: { 200: envelope(reportCase) },
  errors: [404],
});

export const assignReportCase = defineEndpoint('assignReportCase', {
  tag: 'moderation',
  summary: 'Take a case, or release it',
  auth: 'content.moderate',
  params: caseParams,
  body: z.object({ assigned: z.boolean() }),
  errorMessages: { 400: [{ key: 'reports.closed' }, { key: 'reports.taken' }], ...unknownCase },
  responses: { 200: reportCase },
});

export const decideReportCase = defineEndpoint('decideReportCase', {
  tag: 'moderation',
  summary: 'Close a case: hide the text, or leave it',
  description:
    'Hiding a text and sanctioning an account in other ways close the case too. The first decision counts: 400 for a case that is closed.',
  auth: 'content.moderate',
  params: caseParams,
  body: z
    .object({
      outcome: z.enum(['hide', 'leave']),
      rule: rule.nullish(),
      reason: optionalText(hideReasonMaxLength),
    })
    .refine(isExplained, { path: ['reason'], message: 'moderation.reasonRequired' }),
  errorMessages: {
    400: [
      { key: 'reports.closed' },
      { key: 'reports.notText' },
      { key: 'moderation.reasonRequired', field: 'reason' },
    ],
    403: [{ key: 'reports.ownCase' }],
    ...unknownCase,
  },
  responses: { 200: reportCase },
});
