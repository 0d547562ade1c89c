import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { categoryColors, categoryMarks } from '#contract/category-style.ts';
import { placementSections } from '#contract/front-page-layout.ts';
import { importStages, importStates } from '#contract/imports.ts';
import { endpoints } from '#contract/index.ts';
import { decisionActions, decisionTargets, objectionOutcomes } from '#contract/moderation.ts';
import { notificationKind } from '#contract/notifications.ts';
import type { EndpointId } from '#contract/paths.ts';
import { receiptStatus, refundStatus } from '#contract/payment.ts';
import { restrictionTable, roles } from '#contract/permissions.ts';
import { imageCaptionMaxLength, standfirstMaxLength } from '#contract/post-fields.ts';
import { postStatus } from '#contract/posts.ts';
import { reportOutcomes } from '#contract/reports.ts';
import { credentialIdMaxLength, passkeyNameMaxLength } from '#contract/security.ts';
import { feedbackKind } from '#contract/site.ts';
import { postSlugRules } from '#contract/slug.ts';
import { hideReasonMaxLength } from '#contract/staff.ts';
import { staffPaymentDetail } from '#contract/staff-payments.ts';
import { historyAction, subscriptionStatus } from '#contract/subscribe.ts';
import { categorySlugRules } from '#server/features/categories/category.ts';
import { maxCommentDepth } from '#server/features/comments/comment.ts';
import { hostMaxLength } from '#server/features/posts/view-source.ts';
import { listTextFields } from './fuzz/text-fields.ts';
import { createTestDatabase, type TestDatabase } from './support/test-database.ts';

/** The maximum length of a field in the body of an endpoint. */
const lengthOf = (id: EndpointId, name: string): number | undefined =>
  listTextFields(endpoints[id]).find((field) => field.location === 'body' && field.name === name)?.limit;

/** The limits that the contract, or a rule of the server, sets for the columns that have a CHECK constraint. */
const maxLengths: Record<string, number | undefined> = {
  'account_notes.text': lengthOf('addAccountNote', 'text'),
  'categories.name': lengthOf('createCategory', 'name'),
  'categories.slug': categorySlugRules.maxLength,
  'comments.content': lengthOf('createComment', 'content'),
  'comments.hidden_reason': hideReasonMaxLength,
  'feedback.email': lengthOf('sendFeedback', 'email'),
  'feedback.message': lengthOf('sendFeedback', 'message'),
  'feedback.name': lengthOf('sendFeedback', 'name'),
  'import_uploads.name': lengthOf('startImportUpload', 'name'),
  'moderation_actions.reason': hideReasonMaxLength,
  'moderation_decisions.end_reason': lengthOf('endDecision', 'reason'),
  'moderation_decisions.reason': lengthOf('sanctionAccount', 'reason'),
  'moderation_objections.reason': lengthOf('decideObjection', 'reason'),
  'moderation_objections.text': lengthOf('createObjection', 'text'),
  'passkeys.credential_id': credentialIdMaxLength,
  'passkeys.name': passkeyNameMaxLength,
  'post_corrections.text': lengthOf('createCorrection', 'text'),
  'post_daily_sources.source': hostMaxLength,
  'post_drafts.client_id': lengthOf('saveDraft', 'writer'),
  'post_drafts.custom_slug': lengthOf('saveDraft', 'custom_slug'),
  'post_drafts.image_caption': lengthOf('saveDraft', 'image_caption'),
  'post_drafts.standfirst': lengthOf('saveDraft', 'standfirst'),
  'post_drafts.title': lengthOf('saveDraft', 'title'),
  'post_revisions.image_caption': imageCaptionMaxLength,
  'post_revisions.standfirst': standfirstMaxLength,
  'reports.text': lengthOf('createReport', 'text'),
  'posts.hidden_reason': hideReasonMaxLength,
  'posts.custom_slug': lengthOf('createPost', 'custom_slug'),
  'posts.image_caption': lengthOf('createPost', 'image_caption'),
  'posts.slug': postSlugRules.maxLength,
  'posts.standfirst': lengthOf('createPost', 'standfirst'),
  'posts.title': lengthOf('createPost', 'title'),
};

const { events, notices } = staffPaymentDetail.shape;
/** The values that the contract declares for the columns whose CHECK constraint lists values. */
const values: Record<string, readonly string[]> = {
  'account_restrictions.kind': Object.keys(restrictionTable),
  'accounts.role': roles,
  'billing_events.kind': notices.element.shape.kind.options,
  'categories.color': categoryColors,
  'categories.mark': categoryMarks,
  'checkouts.receipt': receiptStatus.options,
  'feedback.kind': feedbackKind.options,
  'import_tasks.stage': importStages,
  'import_tasks.state': importStates,
  'moderation_decision_texts.kind': ['post', 'comment'],
  'moderation_decisions.action': decisionActions,
  'moderation_decisions.target_kind': decisionTargets,
  'moderation_objections.outcome': objectionOutcomes,
  'front_page_placements.section': placementSections,
  'notifications.kind': notificationKind.options,
  'post_drafts.status': postStatus.options,
  'posts.hidden_status': postStatus.options,
  // A moderator hides a post; clients see the status that its author chose.
  'posts.status': [...postStatus.options, 'hidden'],
  'report_cases.outcome': reportOutcomes,
  'report_cases.target_kind': decisionTargets,
  'refunds.receipt': receiptStatus.options,
  'refunds.status': refundStatus.options,
  'subscription_history.action': historyAction.options,
  'subscriptions.status': subscriptionStatus.options,
  'webhook_events.outcome': events.element.shape.outcome.unwrap().options,
};

/** Columns whose values stay on the server, and header values. */
const serverOnly = new Set([
  'account_tokens.purpose',
  'account_usage.kind',
  'backup_runs.error',
  'backup_runs.name',
  'backup_runs.target',
  'entitlement_ledger.kind',
  'idempotency_keys.key',
  'import_files.file',
  'import_runs.source',
  'import_runs.state',
  'import_task_files.list',
  'import_tasks.folder',
  'import_tasks.name',
  'import_tasks.source',
  'imported_items.kind',
  'imported_items.source_id',
  'media.kind',
  'moderation_actions.action',
  'payments.state',
  'post_redirects.path',
  'publication_counts.kind',
  'sandbox_sessions.status',
  'search_words.base',
  'search_words.lemma',
  'search_words.root',
  'search_words.word',
]);

let database: TestDatabase;
/** The CHECK constraints of one column, without those that compare columns. */
let constraints: Array<{ column: string; check: string }>;

beforeAll(async () => {
  database = await createTestDatabase();
  const { rows } = await sql<{ column: string; check: string }>`
    select conrelid::regclass::text || '.' || attname as column, pg_get_constraintdef(c.oid) as check
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where contype = 'c' and connamespace = 'public'::regnamespace and cardinality(conkey) = 1`.execute(
    database.db,
  );
  constraints = rows.filter(({ column }) => !serverOnly.has(column));
});
afterAll(() => database.release());

/** What `parse` finds in the constraints, by column. */
const collect = <Value>(parse: (check: string) => Value | undefined): Record<string, Value> =>
  Object.fromEntries(
    constraints.flatMap(({ column, check }) => {
      const found = parse(check);
      return found === undefined ? [] : [[column, found]];
    }),
  );

describe('a limit in the database', () => {
  it('of a text equals the maximum length in the contract', () => {
    const inDatabase = collect((check) => {
      const limit = /length\(\w+\) <= (\d+)/.exec(check)?.[1];
      return limit === undefined ? undefined : Number(limit);
    });
    expect(inDatabase).toEqual(maxLengths);
  });

  it('of values equals the enum in the contract', () => {
    const inDatabase = collect((check) => {
      const list = /= ANY \(ARRAY\[(.*)\]\)/.exec(check)?.[1];
      return list === undefined
        ? undefined
        : [...list.matchAll(/'([^']+)'/g)].map(([, value]) => value).sort();
    });
    const inContract = Object.entries(values).map(([column, options]) => [column, [...options].sort()]);
    expect(inDatabase).toEqual(Object.fromEntries(inContract));
  });

  it('of the depth of a reply equals the rule of comments', () => {
    const inDatabase = collect((check) => /\(depth <= (\d+)\)/.exec(check)?.[1]);
    expect(inDatabase).toEqual({ 'comments.depth': String(maxCommentDepth) });
  });
});
