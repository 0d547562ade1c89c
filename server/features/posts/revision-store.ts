import { sql } from 'kysely';
import { pickRevisedFields, type RevisedFields, revisedFieldNames } from '#contract/post-fields.ts';
import type { Db } from '#server/platform/db/database.ts';
import { type Picture, pictureColumn, pictureSubquery } from '#server/platform/picture.ts';
import type { PostRevision, PostRevisionSummary } from './post.ts';

/**
 * All revisions of a post, including the current one. A row of `post_revisions` stores the text before a change, but the
 * editor and time of that change. So the editor and time of a revision are in the row before it, and those of the first
 * revision in the post.
 */
const selectRevisions = (postId: number) => sql`
  select version, ${revisedColumns('every_text')}, image_id,
    coalesce(lag(created_at) over (order by version), draft_created_at) as created_at,
    case when lag(version) over (order by version) is null then author_id
      else lag(editor_id) over (order by version) end as editor_id
  from (
    select r.version, ${revisedColumns('r')}, r.image_id, r.created_at, r.editor_id, ${begunAt} as draft_created_at, p.author_id
    from post_revisions r join posts p on p.id = r.post_id where r.post_id = ${postId}
    union all
    select p.version, ${revisedColumns('p')}, p.image_id, null, null, ${begunAt}, p.author_id from posts p where p.id = ${postId}
  ) as every_text`;

const revisedColumns = (table: string) =>
  sql.join(revisedFieldNames.map((name) => sql.ref(`${table}.${name}`)));
const begunAt = sql`coalesce(p.draft_created_at, p.created_at)`;

type SummaryRow = {
  version: number;
  title: string;
  created_at: Date;
  editor_id: number | null;
  username: string | null;
  first_name: string | null;
  last_name: string | null;
  avatar: Picture | null;
};
type Row = SummaryRow & RevisedFields & { image: Picture | null };

/** The number of revisions, including the current one. */
export async function countRevisions(db: Db, postId: number): Promise<number> {
  const row = await db
    .selectFrom('post_revisions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('post_id', '=', postId)
    .executeTakeFirstOrThrow();
  return row.count + 1;
}

/** Newest first. */
export async function listRevisions(
  db: Db,
  postId: number,
  { offset, limit }: { offset: number; limit: number },
): Promise<PostRevisionSummary[]> {
  const { rows } = await sql<SummaryRow>`
    select t.version, t.title, t.created_at, t.editor_id, ${editorColumns}
    from (${selectRevisions(postId)}) as t ${editorJoins}
    order by t.version desc offset ${offset} limit ${limit}`.execute(db);
  return rows.map(toSummary);
}

export async function findRevision(
  db: Db,
  postId: number,
  version: number,
): Promise<PostRevision | undefined> {
  const { rows } = await sql<Row>`
    select t.version, ${revisedColumns('t')}, ${pictureSubquery('t.image_id')} as image, t.created_at, t.editor_id, ${editorColumns}
    from (${selectRevisions(postId)}) as t ${editorJoins}
    where t.version = ${version}`.execute(db);
  const [row] = rows;
  return row && { ...toSummary(row), ...pickRevisedFields(row), image: row.image };
}

const editorColumns = sql`a.username, a.first_name, a.last_name, ${pictureColumn('avatar')} as avatar`;
const editorJoins = sql`left join accounts a on a.id = t.editor_id left join media avatar on avatar.id = a.avatar_id`;

function toSummary(row: SummaryRow): PostRevisionSummary {
  const { editor_id: id, username, first_name: firstName, last_name: lastName } = row;
  return {
    version: row.version,
    title: row.title,
    createdAt: row.created_at,
    editor:
      id === null || username === null
        ? null
        : { id, username, firstName: firstName ?? '', lastName: lastName ?? '', avatar: row.avatar },
  };
}
