import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/test-database.ts';
import { createExports } from './index.ts';

const becauseOf = (reason: string, names: string): Record<string, string> =>
  Object.fromEntries(names.split(' ').map((name) => [name, reason]));

/** Columns of exported tables that a copy of a site leaves out, and why. */
const leftOutColumns: Readonly<Record<string, string>> = {
  ...becauseOf('secret', 'accounts.password_hash'),
  ...becauseOf('says something about secrets', 'accounts.has_second_factor accounts.credentials_changed_at'),
  ...becauseOf('an owner confirms by setting a password', 'accounts.email_verified_at'),
  ...becauseOf('follows from email', 'accounts.email_key'),
  ...becauseOf('follows from role', 'accounts.is_staff accounts.is_superuser'),
  ...becauseOf('subscriptions are not in the copy', 'accounts.subscriber_until'),
  ...becauseOf(
    'counted',
    'accounts.posts_count accounts.comments_count accounts.published_posts_count categories.posts_count ' +
      'comments.replies_count posts.comments_count',
  ),
  ...becauseOf('follows from the place in the discussion', 'comments.depth comments.thread_id'),
  ...becauseOf(
    'rendered from content',
    'posts.content_html posts.content_text posts.excerpt posts.reading_time_minutes posts.renderer_version',
  ),
  ...becauseOf('follows from views by day', 'post_stats.ranked_views'),
  ...becauseOf('the author of the article', 'pins.account_id post_slugs.author_id'),
  ...becauseOf(
    'of this database',
    'accounts.updated_at categories.created_at pins.id posts.version media.created_at media.unreferenced_since',
  ),
  ...becauseOf(
    'follows from the bytes and from who shows them',
    'media.owner_id media.kind media.content_type media.bytes media.width media.height media.frames media.tint ' +
      'media.avif_widths media.webp_widths media.variants_version',
  ),
};

/** Tables of which a copy has nothing, and why: `docs/export.md`, "Not in the copy". */
const leftOutTables: Readonly<Record<string, string>> = {
  ...becauseOf(
    'secrets',
    'account_tokens email_changes passkeys recovery_codes refresh_tokens session_families totp_secrets used_challenges ' +
      'known_networks idempotency_keys draft_links',
  ),
  ...becauseOf(
    'contracts with the payment provider',
    'billing_events checkouts entitlement_ledger payments plans refunds sandbox_refunds sandbox_sessions ' +
      'subscription_history subscriptions webhook_events',
  ),
  ...becauseOf(
    'work of moderators beside the states of texts',
    'account_notes audit_log feedback moderation_actions moderation_decision_texts moderation_decisions ' +
      'moderation_objections publication_counts publication_rules report_cases reports',
  ),
  ...becauseOf('messages to accounts', 'notifications'),
  ...becauseOf('earlier versions and unfinished edits', 'post_drafts post_revisions'),
  ...becauseOf(
    'views by day and source',
    'author_daily_views author_views post_daily_sources post_daily_views post_period_views stats_periods',
  ),
  ...becauseOf(
    'derived from exported tables',
    'account_usage monthly_post_counts post_borrowed_pictures post_pictures post_search_index post_totals ' +
      'search_renamed_authors search_words',
  ),
  ...becauseOf(
    'of this installation',
    'backup_runs data_copies front_page_layout imported_items index_now_changes index_now_state ' +
      'job_interruptions mail_server maintenance rate_limits schema_migrations',
  ),
};

let database: TestDatabase;
let owner: pg.Client;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'news-site-columns-'));
  database = await createTestDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.release();
  rmSync(folder, { recursive: true, force: true });
});

/** The columns on which the queries of an export depend, as the database knows them when the queries are views. */
async function findReadColumns(): Promise<string[]> {
  // With one article the export sends all its queries.
  await owner.query(`
    insert into accounts (username, username_key, email, email_key, password_hash)
      values ('anna', 'anna', 'anna@example.com', 'anna@example.com', '');
    insert into posts (author_id, title, slug, content, content_html, content_text, excerpt, reading_time_minutes,
        renderer_version, status, created_at, updated_at)
      select id, 'Т', 't', '![](/media/aa/${'a'.repeat(40)}.webp)', '', '', '', 1, 1, 'published', now(), now() from accounts;
    insert into comments (post_id, author_id, content, depth, created_at, updated_at)
      select id, author_id, 'Да', 0, now(), now() from posts;`);
  const { exportSite } = createExports({ db: database.db, storage: { get: async () => undefined } });
  const sent = await database.recordQueries(() => exportSite(join(folder, 'copy')));
  const queries = new Set(
    sent
      .map(({ text }) => text.replace(/^declare \S+ no scroll cursor for /, '').replace(/\$\d+/g, 'null'))
      .filter((text) => /^\s*(with|select)\b/.test(text)),
  );
  await owner.query('create schema observed');
  for (const [index, query] of [...queries].entries())
    await owner.query(`create view observed.query_${index} as ${query}`);
  const { rows } = await owner.query<{ name: string }>(`
    select distinct table_name || '.' || column_name as name from information_schema.view_column_usage
    where view_schema = 'observed'`);
  return rows.map(({ name }) => name);
}

it('has every column of every table, or a reason why not', async () => {
  const read = await findReadColumns();
  const { rows } = await owner.query<{ table: string; name: string }>(`
    select table_name as table, table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public'`);
  const known = new Set([...read, ...Object.keys(leftOutColumns)]);
  const forgotten = rows.filter(
    // What imports know of their sources belongs to this installation.
    ({ table, name }) =>
      !known.has(name) && !Object.hasOwn(leftOutTables, table) && !table.startsWith('import_'),
  );
  expect(forgotten.map(({ name }) => name)).toEqual([]);

  // Reasons for what the copy has, or what does not exist any more, are wrong.
  const existing = new Set(rows.map(({ name }) => name));
  const exported = new Set(read.map((name) => name.split('.')[0]));
  expect(Object.keys(leftOutColumns).filter((name) => read.includes(name) || !existing.has(name))).toEqual(
    [],
  );
  expect(Object.keys(leftOutTables).filter((table) => exported.has(table))).toEqual([]);
  expect(Object.keys(leftOutTables).filter((table) => !rows.some((row) => row.table === table))).toEqual([]);
});
