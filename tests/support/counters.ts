import { sql } from 'kysely';
import type { Db } from '#server/platform/db/database.ts';

/** Lists every maintained counter that differs from a fresh count. */
export async function findWrongCounters(db: Db): Promise<unknown[]> {
  const { rows } = await sql`
    select 'category' as kind, id from categories c
      where posts_count <> (select count(*) from posts where category_id = c.id and status = 'published')
    union all select 'posts', id from accounts a
      where posts_count <> (select count(*) from posts where author_id = a.id)
    union all select 'published', id from accounts a
      where published_posts_count <> (select count(*) from posts where author_id = a.id and status = 'published')
    union all select 'comments', id from accounts a
      where comments_count <> (select count(*) from comments where author_id = a.id and deleted_at is null)
    union all select 'post', id from posts p
      where comments_count <> (select count(*) from comments where post_id = p.id and deleted_at is null)
    union all select 'parent', id from comments c
      where replies_count <> (select count(*) from comments where parent_id = c.id and deleted_at is null)
    union all select 'total posts', shard from post_totals t
      where published <> (select count(*) from posts where status = 'published' and id % 16 = t.shard)
    union all select 'total comments', shard from post_totals t
      where comments <> (select count(*) from comments join posts on posts.id = post_id
        where status = 'published' and deleted_at is null and posts.id % 16 = t.shard)
    union all select 'month', category_id from monthly_post_counts m
      where published <> (select count(*) from posts where status = 'published'
        and coalesce(category_id, 0) = m.category_id and (category_id is not null or id % 16 = m.shard)
        and date_trunc('month', created_at at time zone 'UTC') = m.month)
    union all select 'months', 0
      where (select coalesce(sum(published), 0) from monthly_post_counts) <> (select sum(published) from post_totals)
    union all select 'usage ' || kind, account_id from (
      select account_id, kind, sum(items) as items, sum(bytes) as bytes from account_usage group by 1, 2
    ) as kept full join (
      select account_id, kind, sum(items) as items, sum(bytes) as bytes from (
        select author_id as account_id, 'posts' as kind, 1 as items, octet_length(title) + octet_length(content) as bytes
          from posts
        union all select author_id, 'posts', 1, 0 from post_slugs where author_id is not null
        union all select account_id, 'drafts', 1, octet_length(title) + octet_length(content) from post_drafts
        union all select author_id, 'revisions', 1, octet_length(r.title) + octet_length(r.content)
          from post_revisions r join posts on posts.id = post_id
        union all select author_id, 'comments', 1, octet_length(content) from comments
        union all select owner_id, 'pictures', 1, bytes from media
        union all select account_id, usage_kind_of_response(object_kind), 0, octet_length(body)
          from idempotency_keys where object_kind is not null and body is not null
      ) as stored group by 1, 2
    ) as counted using (account_id, kind)
      where coalesce(kept.items, 0) <> coalesce(counted.items, 0)
        or coalesce(kept.bytes, 0) <> coalesce(counted.bytes, 0)
    union all select 'author views', author_id from (
      select author_id, sum(views) as views from posts join post_stats on post_id = id group by 1
    ) as counted full join author_views using (author_id)
      where coalesce(counted.views, 0) <> coalesce(author_views.views, 0)
    union all select 'author day ' || day, author_id from (
      select author_id, day, sum(views) as views, sum(least(finishes, views)) as finishes
      from post_daily_views group by 1, 2
    ) as counted full join author_daily_views a using (author_id, day)
      where coalesce(counted.views, 0) <> coalesce(a.views, 0)
        or coalesce(counted.finishes, 0) <> coalesce(a.finishes, 0)
    union all select 'author sources ' || day, author_id from (
      select author_id, day, sum(views) as views from post_daily_sources group by 1, 2
    ) as counted full join author_daily_views a using (author_id, day)
      where coalesce(counted.views, 0) <>
        (select coalesce(sum(views::bigint), 0) from jsonb_each_text(a.sources) as s (source, views))
    union all select 'author source ' || a.day || ' ' || s.source, a.author_id
      from author_daily_views a, jsonb_each_text(a.sources) as s (source, views)
      where s.views::bigint < 0 or s.source like '%.%' and s.views::bigint > (
        select coalesce(sum(d.views), 0) from post_daily_sources d
        where d.author_id = a.author_id and d.day = a.day and d.source = s.source)
    union all select 'period', p.post_id from stats_periods, post_period_views p
      join posts on posts.id = p.post_id
      where (p.author_id, p.views_7, p.views_30, p.views_90) <> (posts.author_id,
        (select coalesce(sum(views), 0) from post_daily_views d where d.post_id = p.post_id and day > last_day - 7),
        (select coalesce(sum(views), 0) from post_daily_views d where d.post_id = p.post_id and day > last_day - 30),
        (select coalesce(sum(views), 0) from post_daily_views d where d.post_id = p.post_id and day > last_day - 90))
    union all select 'no period', post_id from post_daily_views d
      where not exists (select from post_period_views p where p.post_id = d.post_id)
    union all select 'stats', id from posts p
      where not exists (select from post_stats where post_id = p.id)`.execute(db);
  return rows;
}
