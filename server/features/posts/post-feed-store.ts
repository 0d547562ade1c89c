import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';
import { type Picture, pictureSubquery } from '#server/platform/picture.ts';
import { selectFilteredPosts } from './post-filters.ts';

export type FeedScope = {
  categoryId?: number | undefined;
  authorId?: number | undefined;
  publishedSince?: Date | undefined;
  limit: number;
  /** How much stored HTML to load; later posts come without it. */
  maxBytes: number;
};

/** A public post with its full text, for readers outside of the site. */
export type FeedPost = {
  id: number;
  title: string;
  slug: string;
  /** The standfirst, or else the beginning of the text. */
  summary: string;
  /** Null beyond `maxBytes`. */
  contentHtml: string | null;
  image: Picture | null;
  author: { id: number; username: string; firstName: string; lastName: string };
  category: { id: number; name: string } | null;
  publishedAt: Date;
  updatedAt: Date;
};

/** The newest public posts. What is public is decided by the filters that all lists share. */
export async function listFeedPosts(db: Db, scope: FeedScope): Promise<FeedPost[]> {
  const { categoryId, authorId, publishedSince: createdSince } = scope;
  const filters = {
    draftsOf: 'nobody' as const,
    ...(categoryId !== undefined && { categoryId }),
    ...(authorId !== undefined && { authorId }),
    ...(createdSince && { createdSince }),
  };
  const chosen = selectFilteredPosts(db, filters)
    .select(['p.id'])
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .limit(scope.limit);
  const bytes = sql<number>`sum(octet_length(p.content_html)) over (order by p.created_at desc, p.id desc)`;
  const rows = await db
    .selectFrom('posts as p')
    .innerJoin(chosen.as('chosen'), 'chosen.id', 'p.id')
    .innerJoin('accounts as a', 'a.id', 'p.author_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select(['p.id', 'p.title', 'p.slug', 'p.standfirst', 'p.excerpt', 'p.created_at', 'p.edited_at'])
    .select(['p.author_id', 'p.category_id', 'a.username', 'a.first_name', 'a.last_name', 'c.name'])
    .select(pictureSubquery('p.image_id').as('image'))
    .select(sql<string | null>`case when ${bytes} <= ${scope.maxBytes} then p.content_html end`.as('html'))
    .orderBy('p.created_at', 'desc')
    .orderBy('p.id', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    slug: row.slug,
    summary: row.standfirst ?? row.excerpt,
    contentHtml: row.html,
    image: row.image,
    author: {
      id: row.author_id,
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
    },
    category: row.category_id !== null && row.name !== null ? { id: row.category_id, name: row.name } : null,
    publishedAt: row.created_at,
    updatedAt: row.edited_at ?? row.created_at,
  }));
}
