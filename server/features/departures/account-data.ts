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
    .map(([reference]) => splitReference(reference));

function splitReference(reference: string): { table: string; column: string } {
  const [table = '', column = ''] = reference.split('.');
  return { table, column };
}

/**
 * What the copy for the owner has: the columns of each table, under the column that says whose row it is. Neither secrets, nor who
 * of the staff did something, nor what the staff alone knows. A test compares the table with the database, so that every new column is
 * decided.
 */
const copiedColumns = {
  'accounts.id':
    'id username username_key email email_key email_verified_at first_name last_name bio avatar_id role is_active is_staff ' +
    'is_superuser has_second_factor credentials_changed_at subscriber_until posts_count published_posts_count ' +
    'comments_count deletion_due_at deletion_texts deleted_at created_at updated_at',
  'account_restrictions.account_id': 'account_id kind until',
  'account_tokens.account_id': 'id account_id purpose created_at expires_at used_at',
  'billing_events.account_id': 'id account_id key kind data created_at mailed_at',
  'comments.author_id':
    'id author_id post_id parent_id thread_id depth content replies_count is_hidden hidden_reason created_at updated_at ' +
    'deleted_at',
  'draft_links.account_id': 'id account_id draft_key post_id is_published created_at expires_at',
  'email_changes.account_id':
    'id account_id old_email old_confirmed_at new_email new_confirmed_at created_at expires_at applied_at',
  'feedback.account_id': 'id account_id name email kind message created_at',
  'known_networks.account_id': 'account_id last_login_at',
  'media.owner_id':
    'id owner_id path kind content_type bytes width height frames tint avif_widths webp_widths variants_version ' +
    'created_at unreferenced_since',
  'moderation_actions.account_id': 'id account_id action reason created_at',
  'moderation_decisions.account_id':
    'id account_id action target_kind target_id target_name rule reason until created_at ended_at end_reason',
  'moderation_objections.account_id': 'id account_id decision_id text created_at decided_at outcome reason',
  'notifications.account_id': 'id account_id event_key kind details created_at read_at cleared_at',
  'passkeys.account_id':
    'id account_id name credential_id public_key counter transports is_synced created_at last_used_at',
  'payments.account_id':
    'id account_id plan_id plan_name subscription_id amount_kopecks currency duration_days description payment_method ' +
    'provider state attempt refunded_kopecks reserved_kopecks failure_reason disputed_at created_at updated_at processed_at',
  'pins.account_id': 'id account_id post_id pinned_at',
  'post_drafts.account_id':
    'account_id key client_id post_id post_version version title custom_slug standfirst content category_id image_id ' +
    'image_caption image_focus comments_enabled status publish_at created_at updated_at',
  'post_revisions.account_id':
    'account_id post_id version title standfirst content image_id image_caption created_at',
  'post_slugs.author_id': 'author_id post_id slug was_public created_at',
  'posts.author_id':
    'id author_id version title public_title slug public_slug custom_slug standfirst content content_html content_text ' +
    'excerpt reading_time_minutes category_id image_id image_caption image_focus comments_enabled comments_count status ' +
    'publish_at hidden_status hidden_at hidden_reason draft_created_at created_at updated_at edited_at renderer_version',
  'recovery_codes.account_id': 'account_id used_at',
  'reports.account_id': 'account_id case_id rule text created_at',
  'session_families.account_id':
    'id account_id device created_at confirmed_at expires_at head_id prev_head_id head_confirmed_at grace_since ' +
    'grace_count revoked_at revoked_reason',
  'subscription_history.account_id': 'id account_id action metadata created_at',
  'subscriptions.account_id': 'id account_id plan_id status starts_at ends_at created_at updated_at',
  'totp_secrets.account_id': 'account_id created_at enabled_at last_step',
} as const;

/** The tables of the copy for the owner; the row of the account itself is the first. */
export const copiedTables = (): Array<{ table: string; column: string; columns: string[] }> =>
  Object.entries(copiedColumns).map(([reference, columns]) => ({
    ...splitReference(reference),
    columns: columns.split(' '),
  }));
