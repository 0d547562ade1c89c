import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { PostStatus } from '#contract/posts.ts';
import type { Db } from '#server/platform/db/database.ts';
import { isUniqueViolation } from '#server/platform/db/db-errors.ts';
import type { Rendered } from '#server/platform/markdown/render.ts';
import { withSuffix } from '#server/platform/slug.ts';
import { postSlugRules } from './post.ts';

/** A text and what the renderer made of it. */
export type PostContent = { content: string; rendered: Rendered; rendererVersion: number };
export type NewPost = PostContent & {
  title: string;
  authorId: number;
  categoryId: number | null;
  imageId: number | null;
  status: PostStatus;
  commentsEnabled: boolean;
  createdAt: Date;
};
export type PostChanges = {
  title?: string | undefined;
  text?: PostContent | undefined;
  categoryId?: number | null | undefined;
  imageId?: number | null | undefined;
  status?: PostStatus | undefined;
  commentsEnabled?: boolean | undefined;
  slug?: string | undefined;
};

/** How often a slug is looked for before one is taken that cannot be taken. */
const slugAttempts = 5;
/** How many numbers are asked for at a time: few titles are used twice, some a thousand times. */
const numberSteps = [20, 200, 2_000];
/** Room for a number behind the longest slug. */
const suffixLength = 6;

/**
 * Inserts a post under its slug, or under the next free `slug-2`, `slug-3` …; the unique index decides, so that
 * equal titles at the same moment all find a place.
 */
export async function insertPost(db: Db, post: NewPost, slug: string): Promise<number> {
  for (let attempt = 0; ; attempt += 1) {
    const row = await db
      .insertInto('posts')
      .values({
        author_id: post.authorId,
        category_id: post.categoryId,
        image_id: post.imageId,
        status: post.status,
        comments_enabled: post.commentsEnabled,
        title: post.title,
        slug: await slugFor(db, slug, attempt),
        created_at: post.createdAt,
        updated_at: post.createdAt,
        ...contentColumns(post),
      })
      .onConflict((conflict) => conflict.column('slug').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (row) return row.id;
  }
}

const contentColumns = ({ content, rendered, rendererVersion }: PostContent) => ({
  content,
  content_html: rendered.html,
  content_text: rendered.text,
  excerpt: rendered.excerpt,
  reading_time_minutes: rendered.readingTimeMinutes,
  renderer_version: rendererVersion,
});

/** A slug for this attempt: the wanted one, the next free number, or at last one that nobody can have. */
export async function slugFor(db: Db, slug: string, attempt: number, ownerId?: number): Promise<string> {
  if (attempt >= slugAttempts) return randomSlug(slug);
  const base = slug.slice(0, postSlugRules.maxLength - suffixLength);
  let candidates = [slug];
  let last = 1;
  for (const step of numberSteps) {
    candidates = [
      ...candidates,
      ...Array.from({ length: step }, (_, index) => numbered(base, last + 1 + index)),
    ];
    last += step;
    const taken = await takenSlugs(db, candidates, ownerId);
    const free = candidates.find((candidate) => !taken.has(candidate));
    if (free !== undefined) return free;
    candidates = [];
  }
  return randomSlug(slug);
}

const numbered = (base: string, number: number): string => withSuffix(base, number, postSlugRules.maxLength);
const randomSlug = (slug: string): string =>
  withSuffix(slug, randomBytes(4).toString('hex'), postSlugRules.maxLength);

async function takenSlugs(db: Db, candidates: string[], ownerId: number | undefined): Promise<Set<string>> {
  let query = db.selectFrom('posts').select('slug').where('slug', 'in', candidates);
  if (ownerId !== undefined) query = query.where('id', '!=', ownerId);
  return new Set((await query.execute()).map(({ slug }) => slug));
}

/** Whether a write failed because somebody else took the slug in the meantime. */
export const isSlugTaken = (error: unknown): boolean => isUniqueViolation(error, 'posts_slug_key');

/** Writes changes and the next version; the text before them goes to the revisions (trust 3.4). */
export async function updatePost(
  db: Db,
  before: { id: number; title: string; content: string; slug: string; version: number },
  changes: PostChanges,
  { editorId, now }: { editorId: number; now: Date },
): Promise<void> {
  const { title = before.title, text } = changes;
  if (changes.slug !== undefined) await rememberSlug(db, before.id, before.slug, changes.slug);
  if (title !== before.title || (text && text.content !== before.content))
    await insertRevision(db, before, editorId, now);
  await db
    .updateTable('posts')
    .set({
      ...(text && contentColumns(text)),
      title,
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
