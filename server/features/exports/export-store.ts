import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import type { AccountRow, ArticleRow, CategoryRow, CommentRow, PlacementRow } from './copied-row.ts';

const fetchedRows = 500;

/** Makes a transaction of any length possible. */
export async function allowLongWork(tx: Db): Promise<void> {
  await sql`set local statement_timeout = 0`.execute(tx);
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx);
}

export const countArticles = async (tx: Db): Promise<number> =>
  (
    await tx
      .selectFrom('posts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** The rows of a query, a few hundred in memory at a time. */
async function* readRows<Row>(
  tx: Db,
  query: ReturnType<typeof sql>,
  count = fetchedRows,
): AsyncGenerator<Row[]> {
  cursorNumber += 1;
  const name = sql.id(`export_${cursorNumber}`);
  await sql`declare ${name} no scroll cursor for ${query}`.execute(tx);
  for (;;) {
    const { rows } = await sql<Row>`fetch ${sql.lit(count)} from ${name}`.execute(tx);
    if (rows.length > 0) yield rows;
    if (rows.length < count) break;
  }
  await sql`close ${name}`.execute(tx);
}
let cursorNumber = 0;

/** The usernames of deleted accounts, which contain ids of this site. */
export async function* readDeletedUsernames(tx: Db): AsyncGenerator<string> {
  const query = sql`select username from accounts where deleted_at is not null order by id`;
  for await (const rows of readRows<{ username: string }>(tx, query))
    for (const { username } of rows) yield username;
}

/** All accounts: living ones by name, then the places of deleted ones. */
export async function* readAccounts(tx: Db): AsyncGenerator<AccountRow> {
  const query = sql`
    select a.username, a.email, a.first_name as "firstName", a.last_name as "lastName", a.bio, a.role,
      a.is_active as "isActive", a.is_trapped as "isTrapped", a.created_at as "createdAt", a.deleted_at as "deletedAt",
      a.deletion_due_at as "deletionDueAt", a.deletion_texts as "deletionTexts", m.path as avatar,
      (select coalesce(json_agg(json_build_object('kind', r.kind, 'until', r.until) order by r.kind), '[]')
       from account_restrictions r where r.account_id = a.id) as restrictions
    from accounts a left join media m on m.id = a.avatar_id
    order by a.deleted_at is not null, case when a.deleted_at is null then a.username_key end collate "C", a.id`;
  for await (const rows of readRows<AccountRow>(tx, query)) yield* rows;
}

export async function* readCategories(tx: Db): AsyncGenerator<CategoryRow> {
  const query = sql`select slug, name, description, color, mark from categories order by slug collate "C"`;
  for await (const rows of readRows<CategoryRow>(tx, query)) yield* rows;
}

export async function* readPlacements(tx: Db): AsyncGenerator<PlacementRow> {
  const query = sql`
    select p.slug, f.section, f.starts_at as "startsAt", f.ends_at as "endsAt", f.placed_at as "placedAt",
      a.username as editor
    from front_page_placements f join posts p on p.id = f.post_id left join accounts a on a.id = f.placed_by
    order by f.section collate "C", f.position, f.id`;
  for await (const rows of readRows<PlacementRow>(tx, query)) yield* rows;
}

/** A text may have 200,000 characters. */
const fetchedArticles = 20;

/** All articles, by their slugs. */
export async function* readArticles(tx: Db): AsyncGenerator<ArticleRow> {
  const query = sql`
    select p.id, p.slug, p.title, p.standfirst, p.content, p.image_caption as "imageCaption",
      p.image_focus as "imageFocus", m.path as image, p.comments_enabled as "commentsEnabled",
      p.custom_slug is not distinct from p.slug as "hasChosenSlug", p.status, p.publish_at as "publishAt",
      p.created_at as "createdAt", p.updated_at as "updatedAt", p.edited_at as "editedAt",
      p.draft_created_at as "draftCreatedAt", p.hidden_status as "hiddenStatus", p.hidden_at as "hiddenAt",
      h.username as "hiddenBy", p.hidden_reason as "hiddenReason", p.waiting_rule as "waitingRule", p.public_title as "publicTitle",
      p.public_slug as "publicSlug", p.off_front_page_at as "offFrontPageAt", o.username as "offFrontPageBy",
      pins.pinned_at as "pinnedAt", a.username as author, c.slug as category, s.views,
      s.reader_views as "readerViews", exists (select from comments where post_id = p.id) as "hasComments",
      (select json_build_object(
          'isLocked', g.is_locked, 'closeAfterDays', g.close_after_days, 'slowModeSeconds', g.slow_mode_seconds)
       from discussion_settings g where g.post_id = p.id) as discussion,
      (select coalesce(json_agg(
          json_build_object('date', k.created_at, 'by', e.username, 'text', k.text) order by k.id), '[]')
       from post_corrections k left join accounts e on e.id = k.editor_id where k.post_id = p.id) as corrections,
      (select coalesce(json_agg(
          json_build_object('slug', l.slug, 'date', l.created_at, 'wasPublic', l.was_public)
          order by l.slug collate "C"), '[]')
       from post_slugs l where l.post_id = p.id and l.slug <> p.slug) as "formerSlugs",
      (select coalesce(json_agg(d.path order by d.path collate "C"), '[]')
       from post_redirects d where d.post_id = p.id) as addresses
    from posts p
    join accounts a on a.id = p.author_id
    left join categories c on c.id = p.category_id
    left join media m on m.id = p.image_id
    left join accounts h on h.id = p.hidden_by
    left join accounts o on o.id = p.off_front_page_by
    left join pins on pins.post_id = p.id
    left join post_stats s on s.post_id = p.id
    where p.id = any(`;
  const ids = sql`select id from posts order by slug collate "C"`;
  for await (const found of readRows<{ id: number }>(tx, ids)) {
    for (let start = 0; start < found.length; start += fetchedArticles) {
      const part = found.slice(start, start + fetchedArticles).map(({ id }) => id);
      const { rows } = await sql<ArticleRow>`${query}${part}::bigint[]) order by p.slug collate "C"`.execute(
        tx,
      );
      yield* rows;
    }
  }
}

/** A discussion: every comment before its replies, the older ones first. */
export async function* readComments(tx: Db, postId: number): AsyncGenerator<CommentRow> {
  const place = sql`array[floor(extract(epoch from c.created_at) * 1000)::bigint, c.id]`;
  const query = sql`
    with recursive tree as (
      select c.id, ${place} as place, 0 as level from comments c
      where c.post_id = ${sql.lit(postId)} and c.parent_id is null
      union all
      select c.id, tree.place || ${place}, tree.level + 1 from comments c join tree on c.parent_id = tree.id
    )
    select tree.level as depth, g.post_id is not null as "isPinned", a.username as author, c.created_at as "createdAt", c.updated_at as "updatedAt",
      c.content, c.deleted_at as "deletedAt", d.username as "deletedBy", c.is_hidden as "isHidden",
      c.hidden_reason as "hiddenReason", c.waiting_rule as "waitingRule"
    from tree join comments c on c.id = tree.id join accounts a on a.id = c.author_id
    left join accounts d on d.id = c.deleted_by
    left join discussion_settings g on g.pinned_comment_id = c.id
    order by tree.place`;
  for await (const rows of readRows<CommentRow>(tx, query)) yield* rows;
}

/** The pictures with these paths that the site knows. */
export async function findPicturePaths(tx: Db, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const rows = await tx.selectFrom('media').select('path').where('path', 'in', paths).execute();
  return rows.map(({ path }) => path);
}
