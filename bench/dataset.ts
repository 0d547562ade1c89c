import pg from 'pg';

/** Occurs in a quarter of all texts. */
const commonWord = 'что';
/** Words of the texts of `seed:scale`: of a quarter of them, and of one in fifty, also with a typing error. */
const frequentWord = 'вода';
const scarceWord = 'пианино';
const misspeltWord = 'пианнино';
/** Enough posts that an hour of comments gives none of them thousands of comments. */
const discussedPostCount = 200;

/** The content of the measured site that requests refer to. */
export type Dataset = {
  databaseUrl: string;
  posts: number;
  comments: number;
  postSlug: string;
  mostDiscussedPostId: number;
  /** Ordinary posts with a few comments each. */
  discussedPosts: Array<{ id: number; slug: string }>;
  categorySlug: string;
  lastPage: number;
  /** A word that most texts contain, and one that almost none contain. */
  commonWord: string;
  rareWord: string;
  /** A word of a quarter of the texts that is no stop word. */
  frequentWord: string;
  /** A word of one text in fifty, and a typing error in it. */
  scarceWord: string;
  misspeltWord: string;
};

/** Reads this from a database that `npm run seed:scale` has filled. */
export async function readDataset(databaseUrl: string): Promise<Dataset> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select published as posts, comments,
        (select slug from posts where status = 'published'
          order by comments_count between 1 and 20 desc, id desc limit 1) as post,
        (select id from posts where id = (select max(post_id) from comments)) as discussed,
        (select json_agg(json_build_object('id', id, 'slug', slug)) from (
          select id, slug from posts where status = 'published' and comments_count between 1 and 50
          order by id desc limit ${discussedPostCount}
        ) as few) as "discussedPosts",
        (select slug from categories order by posts_count desc limit 1) as category,
        (select title from posts where title ~ ' [А-Я][а-я]{7,}' order by id limit 1) as named
      from (select sum(published)::int as published, sum(comments)::int as comments from post_totals) as totals`);
    const [row] = rows;
    return {
      databaseUrl,
      posts: row.posts,
      comments: row.comments,
      postSlug: row.post,
      mostDiscussedPostId: Number(row.discussed),
      discussedPosts: row.discussedPosts ?? [],
      categorySlug: row.category,
      lastPage: Math.ceil(row.posts / 20),
      commonWord,
      frequentWord,
      scarceWord,
      misspeltWord,
      rareWord: / ([А-Я][а-я]{7,})/.exec(row.named ?? '')?.[1] ?? commonWord,
    };
  } finally {
    await client.end();
  }
}
