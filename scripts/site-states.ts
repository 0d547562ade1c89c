import { sql } from 'kysely';
import type { Db } from '../server/platform/db/database.ts';
import { refreshMonthlyCounts, refreshTotals } from './scale/seed.ts';

/** What a site shows: the amounts and kinds of posts that break layouts. */
export type SiteState = {
  name: string;
  posts: number;
  /** `some`: five posts of seven. */
  pictures: 'some' | 'none' | 'all';
  /** `long`: of up to 200 characters, the limit. `mixed`: in turn long and of one word. */
  titles: 'usual' | 'long' | 'mixed';
};

const state = (
  name: string,
  posts: number,
  pictures: SiteState['pictures'] = 'some',
  titles: SiteState['titles'] = 'usual',
): SiteState => ({ name, posts, pictures, titles });

export const siteStates: readonly SiteState[] = [
  state('0-posts', 0),
  state('1-post', 1, 'all'),
  state('1-post-no-picture', 1, 'none'),
  state('3-posts', 3),
  state('3-posts-no-pictures', 3, 'none'),
  state('3-posts-long-titles', 3, 'all', 'long'),
  state('25-posts', 25),
  state('25-posts-no-pictures', 25, 'none'),
  state('25-posts-all-pictures', 25, 'all'),
  state('25-posts-long-titles', 25, 'some', 'long'),
  state('25-posts-mixed-titles', 25, 'some', 'mixed'),
  state('3000-posts', 3_000),
];

/** Small enough for the time limit of a statement. */
const batchSize = 250;
const hoursBetweenPosts = 7;
/** Enough for a lead (server/features/posts/front-page.ts). */
const textLength = 1_300;
const longTitle =
  'и подробный рассказ о том, как жители города, который стоит на двух берегах, целый год собирали рукописи, письма, фотографии и воспоминания соседей, чтобы напечатать обо всём этом большую книгу';

const longTitleOfPost = sql`regexp_replace(left(title || ' ' || ${longTitle}::text, 200), '[ ][^ ]*$', '')`;
const titleOf = {
  usual: sql`title`,
  long: longTitleOfPost,
  mixed: sql`case when copy % 2 = 0 then ${longTitleOfPost} else split_part(title, ' ', 1) end`,
};
const imageOf = {
  some: sql`case when copy % 7 in (2, 5) then null else picture end`,
  none: sql`null::bigint`,
  all: sql`picture`,
};

/**
 * Brings a site with demo content into this state: its articles become drafts, and copies of them are published, seven hours
 * apart. A later call replaces the copies. Only for sites whose content nobody needs.
 */
export async function applySiteState(db: Db, wanted: SiteState): Promise<void> {
  await sql`delete from posts where slug like 'copy-%'`.execute(db);
  // The address of a deleted post stays with its author; the next copy may have another one.
  await sql`delete from post_slugs where slug like 'copy-%'`.execute(db);
  await sql`update posts set status = 'draft' where status = 'published'`.execute(db);
  await sql`update accounts set created_at = now() - interval '1 year' where created_at > now() - interval '2 days'`.execute(
    db,
  );
  for (let first = 0; first < wanted.posts; first += batchSize)
    await copyPosts(db, wanted, first, Math.min(first + batchSize, wanted.posts) - 1);
  await sql`
    insert into post_stats (post_id, views, reader_views, ranked_views)
    select id, views, views, views
    from (select id, 1 + (id * 7919) % 400 as views from posts where slug like 'copy-%') as viewed
    on conflict (post_id) do update
    set views = excluded.views, reader_views = excluded.reader_views, ranked_views = excluded.ranked_views`.execute(
    db,
  );
  await refreshCounts(db);
}

/** Adds that many comments to the newest post: threads of eight, with replies to replies. */
export async function addDiscussion(db: Db, count: number): Promise<void> {
  const newest = sql`(select id from posts where slug = 'copy-0')`;
  await sql`
    with numbered as (
      select n, (select coalesce(max(id), 0) from comments) + 1 + n as id, n - n % 8 as first,
        now() - ((${count}::int - n) || ' minutes')::interval as written
      from generate_series(0, ${count}::int - 1) as n
    )
    insert into comments (id, post_id, author_id, parent_id, depth, content, created_at, updated_at)
    overriding system value
    select id, ${newest}, (select id from accounts order by id offset n % 5 limit 1),
      case when n = first then null when n % 3 = 0 then id - n + first else id - 1 end,
      least(n - first, 2), repeat('Слово за слово, и разговор затянулся. ', 1 + n % 7),
      written, written
    from numbered order by n`.execute(db);
  await sql`update comments as parent set replies_count = (select count(*) from comments where parent_id = parent.id)
    where post_id = ${newest}`.execute(db);
  await sql`update posts set comments_count = ${count} where id = ${newest}`.execute(db);
}

/** The numbers that lists, pages and the order of categories use. */
async function refreshCounts(db: Db): Promise<void> {
  const countOf = (column: string) =>
    sql`(select count(*) from posts where posts.status = 'published' and posts.${sql.ref(column)} = counted.id)`;
  await sql.raw(refreshTotals).execute(db);
  await sql.raw(refreshMonthlyCounts).execute(db);
  await sql`update categories as counted set posts_count = ${countOf('category_id')}`.execute(db);
  await sql`update accounts as counted set published_posts_count = ${countOf('author_id')}`.execute(db);
}

/** The order of the articles differs from the order of the categories, so that neighbours are of different ones. */
async function copyPosts(db: Db, wanted: SiteState, first: number, last: number): Promise<void> {
  await sql`
    with original as (
      select *, row_number() over (order by id) - 1 as place, count(*) over () as originals,
        coalesce(image_id, (select max(image_id) from posts)) as picture
      from posts where slug not like 'copy-%'
    )
    insert into posts (author_id, category_id, image_id, title, slug, content, content_html, content_text, excerpt,
      reading_time_minutes, renderer_version, status, comments_count, created_at, updated_at)
    select author_id, case when copy % 11 = 10 then null else category_id end, ${imageOf[wanted.pictures]},
      ${titleOf[wanted.titles]}, 'copy-' || copy, excerpt, '<p>' || excerpt || '</p>',
      left(content_text, ${textLength}::int), case when copy % 13 = 11 then '' else excerpt end,
      reading_time_minutes, renderer_version, 'published', copy % 5,
      now() - (copy * ${hoursBetweenPosts}::int || ' hours')::interval - interval '5 minutes', now()
    from generate_series(${first}::int, ${last}::int) as copy
    join original on place = copy % originals`.execute(db);
}
