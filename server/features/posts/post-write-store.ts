import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import type { Rendered } from '#server/platform/markdown/render.ts';
import { withSuffix } from '#server/platform/slug.ts';
import { postSlugRules } from './post.ts';

export type PostText = { title: string; content: string; rendered: Rendered; rendererVersion: number };
export type NewPost = PostText & {
  authorId: number;
  categoryId: number | null;
  imageId: number | null;
  status: PostStatus;
  commentsEnabled: boolean;
  createdAt: Date;
};
export type PostChanges = Partial<PostText> & {
  categoryId?: number | null;
  imageId?: number | null;
  status?: PostStatus;
  commentsEnabled?: boolean;
  slug?: string;
};

/** How many numbered slugs are tried before one that cannot be taken. */
const slugAttempts = 5;

/**
 * Inserts a post under its slug, or under the next free `slug-2`, `slug-3` …; the unique index decides, so that
 * equal titles at the same moment all find a place.
 */
export async function insertPost(db: Db, post: NewPost, slug: string): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const candidate = attempt < slugAttempts ? await freeSlug(db, slug) : randomSlug(slug);
    const row = await db
      .insertInto('posts')
      .values({
        author_id: post.authorId,
        category_id: post.categoryId,
        image_id: post.imageId,
        status: post.status,
        comments_enabled: post.commentsEnabled,
        slug: candidate,
        created_at: post.createdAt,
        updated_at: post.createdAt,
        ...textColumns(post),
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) return row.id;
  }
}

const textColumns = ({ title, content, rendered, rendererVersion }: PostText) => ({
  title,
  content,
  content_html: rendered.html,
  content_text: rendered.text,
  excerpt: rendered.excerpt,
  reading_time_minutes: rendered.readingTimeMinutes,
  renderer_version: rendererVersion,
});

/** The slug itself or with the next number; `ownerId` may take back a slug of its own. */
export async function freeSlug(db: Db, slug: string, ownerId?: number): Promise<string> {
  const { maxLength } = postSlugRules;
  const numbered = new RegExp(`^${withSuffix(slug, '(\\d+)', maxLength + 4)}$`);
  let query = db
    .selectFrom('posts')
    .select('slug')
    .where((eb) =>
      eb.or([eb('slug', '=', slug), eb('slug', 'like', `${slug.replace(/[\\%_]/g, '\\$&')}-%`)]),
    );
  if (ownerId !== undefined) query = query.where('id', '!=', ownerId);
  const taken = (await query.execute()).map((row) => row.slug);
  if (!taken.includes(slug)) return slug;
  const numbers = taken.map((other) => Number(numbered.exec(other)?.[1] ?? 1));
  return withSuffix(slug, Math.max(1, ...numbers) + 1, maxLength);
}

const randomSlug = (slug: string): string =>
  withSuffix(slug, randomBytes(4).toString('hex'), postSlugRules.maxLength);

/** Writes changes and the next version; the text before them goes to the revisions (trust 3.4). */
export async function updatePost(
  db: Db,
  before: { id: number; title: string; content: string; slug: string; version: number },
  changes: PostChanges,
  { editorId, now }: { editorId: number; now: Date },
): Promise<void> {
  const { title, content, rendered, rendererVersion } = changes;
  const text =
    title !== undefined && content !== undefined && rendered && rendererVersion !== undefined
      ? textColumns({ title, content, rendered, rendererVersion })
      : {};
  if (changes.slug !== undefined) await rememberSlug(db, before.id, before.slug, changes.slug);
  if (title !== before.title || content !== before.content) await insertRevision(db, before, editorId, now);
  await db
    .updateTable('posts')
    .set({
      ...text,
      category_id: changes.categoryId,
      image_id: changes.imageId,
      status: changes.status,
      comments_enabled: changes.commentsEnabled,
      slug: changes.slug,
      version: before.version + 1,
      updated_at: now,
    })
    .where('id', '=', before.id)
    .execute();
}

async function insertRevision(
  db: Db,
  { id, version, title, content }: { id: number; version: number; title: string; content: string },
  editorId: number,
  now: Date,
): Promise<void> {
  await db
    .insertInto('post_revisions')
    .values({ post_id: id, version, title, content, editor_id: editorId, created_at: now })
    .execute();
}

/** The old address goes on to lead to the post; a slug in use again is no longer an old one. */
async function rememberSlug(db: Db, postId: number, oldSlug: string, newSlug: string): Promise<void> {
  await db
    .deleteFrom('post_slug_history')
    .where('slug', '=', newSlug)
    .where('post_id', '=', postId)
    .execute();
  await db
    .insertInto('post_slug_history')
    .values({ slug: oldSlug, post_id: postId })
    .onConflict((conflict) => conflict.column('slug').doUpdateSet({ post_id: postId }))
    .execute();
}

export async function deletePost(db: Db, id: number): Promise<void> {
  await db.deleteFrom('posts').where('id', '=', id).execute();
}

/** Adds views; those of posts that have gone meanwhile fall away. Ids ascend, lest two processes wait crosswise. */
export async function addViews(db: Db, views: Map<number, number>): Promise<void> {
  const ordered = [...views].sort(([left], [right]) => left - right);
  await sql`
    insert into post_stats (post_id, views)
    select posts.id, added.views
    from unnest(${ordered.map(([id]) => id)}::bigint[], ${ordered.map(([, count]) => count)}::int[]) as added (id, views)
    join posts using (id)
    order by posts.id
    on conflict (post_id) do update set views = post_stats.views + excluded.views`.execute(db);
}
