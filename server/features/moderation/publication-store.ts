import { sql } from 'kysely';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import type { PublicationRules } from '#contract/publication-rules.ts';
import { publicationRules } from '#contract/publication-rules.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { DailyCount, TextAuthor } from './text-rules.ts';

type AuthorRow = {
  id: number;
  role: string;
  isStaff: boolean;
  isSuperuser: boolean;
  isConfirmed: boolean;
  isTrapped: boolean;
  ageHours: number;
  publicTexts: number;
};

/** What the rules ask about the account `a`, at the time of a text. */
const authorColumns = (at: ReturnType<typeof sql>) => sql`a.id, a.role, a.is_staff as "isStaff",
  a.is_superuser as "isSuperuser", a.email_verified_at is not null as "isConfirmed", a.is_trapped as "isTrapped",
  extract(epoch from ${at} - a.created_at)::float8 / 3600 as "ageHours",
  a.published_posts_count + a.comments_count as "publicTexts"`;

/** Staff publish without the rules. */
const toAuthor = ({ role, isStaff, isSuperuser, ...author }: AuthorRow): TextAuthor => ({
  ...author,
  isTrusted: permissionsOf({ role: role as Role, isStaff, isSuperuser }).has('texts.unlimited'),
});

/** The author of a text, and the version of the rules. */
export async function findAuthor(
  db: Db,
  id: number,
  now: Date,
): Promise<{ author: TextAuthor; version: number } | undefined> {
  const { rows } = await sql<AuthorRow & { version: number }>`
    select r.version, ${authorColumns(sql`${now}::timestamptz`)}
    from accounts as a cross join publication_rules as r where a.id = ${id}`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { version, ...author } = row;
  return { version, author: toAuthor(author) };
}

type RulesRow = { version: number; rules: PublicationRules | null };
const toRules = ({ version, rules }: { version: number; rules: unknown }): RulesRow => ({
  version,
  rules: rules === null ? null : publicationRules.parse(rules),
});

export const findRules = async (db: Db): Promise<RulesRow> =>
  toRules(await db.selectFrom('publication_rules').select(['version', 'rules']).executeTakeFirstOrThrow());

/** The rules, which no other transaction changes until this one ends. */
export const lockRules = async (tx: Db): Promise<RulesRow> =>
  toRules(
    await tx
      .selectFrom('publication_rules')
      .select(['version', 'rules'])
      .forUpdate()
      .executeTakeFirstOrThrow(),
  );

export async function writeRules(tx: Db, rules: PublicationRules): Promise<void> {
  await tx
    .updateTable('publication_rules')
    .set((row) => ({ version: row('version', '+', 1), rules: JSON.stringify(rules) }))
    .execute();
}

/** Adds to the counts of a day, in the given order, and returns them with what was added. */
export async function addToCounts(
  tx: Db,
  day: string,
  counts: ReadonlyArray<Pick<DailyCount, 'kind' | 'by'> & { subject: string }>,
): Promise<number[]> {
  const { rows } = await sql<{ count: number }>`
    insert into publication_counts as known (day, kind, subject, count)
    select ${day}::date, kind, subject, by
    from unnest(${counts.map(({ kind }) => kind)}::text[], ${counts.map(({ subject }) => subject)}::text[],
      ${counts.map(({ by }) => by)}::integer[]) with ordinality as added (kind, subject, by, position)
    order by position
    on conflict (day, kind, subject) do update set count = known.count + excluded.count
    returning count`.execute(tx);
  return rows.map(({ count }) => count);
}

export async function deleteCounts(db: Db, before: string): Promise<void> {
  await db.deleteFrom('publication_counts').where('day', '<', before).execute();
}

/** A text of the last week with its author at that time. */
export type WeekText = {
  name: string;
  texts: string[];
  html: string;
  categoryId: number | null;
  at: Date;
  author: TextAuthor;
};

/** How much of a text the preview reads: thousands of texts are in memory at the same time. */
const maxRead = 8_000;

/** The newest public texts since a time, newest first. */
export async function listNewestTexts(db: Db, since: Date, limit: number): Promise<WeekText[]> {
  const { rows } = await sql<AuthorRow & Omit<WeekText, 'author'>>`
    select t.name, t.texts, t.html, t.category_id as "categoryId", t.created_at as at,
      ${authorColumns(sql`t.created_at`)}
    from (
      (select title as name,
        array[title, coalesce(standfirst, ''), coalesce(image_caption, ''), coalesce(custom_slug, '')] as texts,
        left(content_html, ${maxRead}) as html, category_id, author_id, created_at
      from posts where status = 'published' and created_at >= ${since} order by created_at desc, id desc limit ${limit})
      union all
      (select left(c.content, 120), array[c.content], '', p.category_id, c.author_id, c.created_at
      from comments as c join posts as p on p.id = c.post_id
      where c.deleted_at is null and c.created_at >= ${since} order by c.created_at desc, c.id desc limit ${limit})
    ) as t
    join accounts as a on a.id = t.author_id
    order by t.created_at desc, t.name limit ${limit}`.execute(db);
  return rows.map(({ name, texts, html, categoryId, at, ...author }) => ({
    name,
    texts,
    html,
    categoryId,
    at,
    author: toAuthor(author),
  }));
}

export async function releaseTrapped(tx: Db, accountId: number): Promise<void> {
  await tx
    .updateTable('accounts')
    .set({ is_trapped: false })
    .where('id', '=', accountId)
    .where('is_trapped', '=', true)
    .execute();
}
