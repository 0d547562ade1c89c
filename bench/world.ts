import pg from 'pg';

/** Occurs in a quarter of all texts. */
const commonWord = 'что';
/** Enough posts that an hour of comments gives none of them thousands of comments. */
const talkedAboutCount = 200;

/** The content of the measured site that requests refer to. */
export type World = {
  databaseUrl: string;
  posts: number;
  comments: number;
  postSlug: string;
  discussedId: number;
  /** Ordinary posts with a few comments each. */
  talkedAbout: Array<{ id: number; slug: string }>;
  categorySlug: string;
  lastPage: number;
  /** A word that most texts contain, and one that almost none contain. */
  commonWord: string;
  rareWord: string;
};

/** Reads this from a database that `npm run seed:scale` has filled. */
export async function lookAround(databaseUrl: string): Promise<World> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query(`
      select published as posts, comments,
        (select slug from posts where status = 'published' and comments_count between 1 and 20 order by id desc limit 1) as post,
        (select id from posts where id = (select max(post_id) from comments)) as discussed,
        (select json_agg(json_build_object('id', id, 'slug', slug)) from (
          select id, slug from posts where status = 'published' and comments_count between 1 and 50
          order by id desc limit ${talkedAboutCount}
        ) as few) as "talkedAbout",
        (select slug from categories order by posts_count desc limit 1) as category,
        (select title from posts where title ~ ' [А-Я][а-я]{7,}' order by id limit 1) as named
      from (select sum(published)::int as published, sum(comments)::int as comments from post_totals) as totals`);
    const [found] = rows;
    return {
      databaseUrl,
      posts: found.posts,
      comments: found.comments,
      postSlug: found.post,
      discussedId: Number(found.discussed),
      talkedAbout: found.talkedAbout,
      categorySlug: found.category,
      lastPage: Math.ceil(found.posts / 20),
      commonWord: commonWord,
      rareWord: / ([А-Я][а-я]{7,})/.exec(found.named ?? '')?.[1] ?? commonWord,
    };
  } finally {
    await client.end();
  }
}
