/**
 * Every column that says whose row it is, or who did something to it, with what happens when that account is deleted:
 *
 * - `delete`: the rows are deleted.
 * - `detach`: the rows stay without the account.
 * - `texts`: posts and comments, as the owner has chosen.
 * - `pictures`: deleted, except those that a remaining text shows.
 * - `accounting`: kept as long as the law asks.
 * - `work`: what the account did to things of others, which then bear the name of a deleted account.
 * - `derived`: follows from the texts, or counts them, and names nobody.
 * - `log`: expires by itself.
 *
 * A test compares the table with the database, so that a new column is not forgotten.
 */
export const accountReferences = {
  'account_notes.account_id': 'delete',
  'account_notes.moderator_id': 'work',
  'account_restrictions.account_id': 'delete',
  'account_tokens.account_id': 'delete',
  'account_usage.account_id': 'derived',
  'audit_log.actor_id': 'log',
  'author_daily_views.author_id': 'derived',
  'author_views.author_id': 'derived',
  'billing_events.account_id': 'accounting',
  'comments.author_id': 'texts',
  'comments.deleted_by': 'work',
  'data_copies.account_id': 'delete',
  'draft_links.account_id': 'delete',
  'email_changes.account_id': 'delete',
  'feedback.account_id': 'delete',
  'front_page_placements.placed_by': 'work',
  'idempotency_keys.account_id': 'delete',
  'known_networks.account_id': 'delete',
  'media.owner_id': 'pictures',
  'moderation_actions.account_id': 'delete',
  'moderation_actions.moderator_id': 'work',
  'moderation_decisions.account_id': 'delete',
  'moderation_decisions.ended_by': 'work',
  'moderation_decisions.moderator_id': 'work',
  'moderation_objections.account_id': 'delete',
  'moderation_objections.decided_by': 'work',
  'notifications.account_id': 'delete',
  'passkeys.account_id': 'delete',
  'payments.account_id': 'accounting',
  'pins.account_id': 'delete',
  'post_corrections.editor_id': 'work',
  'post_daily_sources.author_id': 'derived',
  'post_daily_views.author_id': 'derived',
  'post_drafts.account_id': 'delete',
  'post_period_views.author_id': 'derived',
  'post_revisions.account_id': 'delete',
  'post_revisions.editor_id': 'work',
  'post_search_index.author_id': 'derived',
  'post_slugs.author_id': 'detach',
  'posts.author_id': 'texts',
  'posts.hidden_by': 'work',
  'posts.off_front_page_by': 'work',
  'recovery_codes.account_id': 'delete',
  'refunds.created_by': 'work',
  'report_cases.account_id': 'delete',
  'report_cases.assignee_id': 'work',
  'report_cases.closed_by': 'work',
  'reports.account_id': 'delete',
  'search_renamed_authors.account_id': 'derived',
  'session_families.account_id': 'delete',
  'subscription_history.account_id': 'delete',
  'subscriptions.account_id': 'accounting',
  'totp_secrets.account_id': 'delete',
} as const;

type Fate = (typeof accountReferences)[keyof typeof accountReferences];

/** The table and the column of each reference with this fate. */
export const referencesWith = (fate: Fate): Array<{ table: string; column: string }> =>
  Object.entries(accountReferences)
    .filter(([, of]) => of === fate)
    .map(([reference]) => {
      const [table = '', column = ''] = reference.split('.');
      return { table, column };
    });

/** Own rows that a copy for the owner leaves out. */
export const notCopied: ReadonlySet<string> = new Set([
  // What colleagues write about an account for each other.
  'account_notes.account_id',
  // Stored responses and hashes, without meaning for a person.
  'idempotency_keys.account_id',
  'data_copies.account_id',
  // The work of moderators.
  'report_cases.account_id',
]);

/** The references whose rows are in the copy for the owner; the row of the account itself is the first. */
export const copiedReferences = (): Array<{ table: string; column: string }> => [
  { table: 'accounts', column: 'id' },
  ...(['delete', 'detach', 'texts', 'pictures', 'accounting'] as const)
    .flatMap(referencesWith)
    .filter(({ table, column }) => !notCopied.has(`${table}.${column}`)),
];
