-- Sums of the views of an author, so that the statistics of all own posts read a row for each day instead of a row for each
-- post and day. Triggers maintain them with the sums of the posts, whatever writes those: the sums of an author are always
-- those of the posts that exist and belong to the author. A deleted post takes its views along, and a post that gets another
-- author takes them to that author.

-- All views of the posts of an author, as readers see them.
create table author_views (
  author_id bigint primary key,
  views bigint not null default 0
);

-- `sources` is views by source. One object instead of a row for each source: a day is one row to read, and its lock orders
-- all writes of that author and day. No check constraints: `on conflict` would apply them to the change, not to the sum.
create table author_daily_views (
  author_id bigint not null,
  day date not null,
  views bigint not null default 0,
  finishes bigint not null default 0,
  sources jsonb not null default '{}',
  primary key (author_id, day)
) with (fillfactor = 70);
create index author_daily_views_day on author_daily_views (day);

-- The last day of the periods below, in Moscow. The job `posts.moveStatsPeriods` moves it.
create table stats_periods (
  is_single boolean primary key default true check (is_single),
  last_day date not null
);

-- Views of a post in the periods of statistics, which choose the posts with the most views through an index.
create table post_period_views (
  post_id bigint primary key references posts (id) on delete cascade,
  author_id bigint not null,
  views_7 bigint not null default 0,
  views_30 bigint not null default 0,
  views_90 bigint not null default 0
);

-- Adds views by source. Hosts beyond `max_hosts` count as `other`; so does what a host has lost there before: a post that is
-- deleted may take more views of a host than are left of it.
create function merge_sources(stored jsonb, changes jsonb, max_hosts integer) returns jsonb
language sql immutable as $$
  with summed as (
    select source, source like '%.%' as is_host, sum(views) as views
    from (
      select key as source, value::bigint as views from jsonb_each_text(stored)
      union all select key, value::bigint from jsonb_each_text(changes)
    ) as both_parts
    group by source
  ), ranked as (
    select *, row_number() over (partition by is_host order by views desc, source) as position from summed
  ), placed as (
    select case when is_host and (position > max_hosts or views < 0) then 'other' else source end as source,
      sum(views)::bigint as views
    from ranked group by 1
  )
  select coalesce(jsonb_object_agg(source, views) filter (where views <> 0), '{}') from placed
$$;

-- The changed rows of a statement as a query: `columns` and the counters, negative for what was removed.
create function changed_rows(operation text, columns text, counters text[]) returns text
language sql immutable as $$
  select concat_ws(' union all ',
    case when operation <> 'DELETE'
      then format('select %s, %s from added', columns, array_to_string(counters, ', ')) end,
    case when operation <> 'INSERT'
      then format('select %s, -(%s) from removed', columns, array_to_string(counters, '), -(')) end)
$$;

create function sum_author_days() returns trigger language plpgsql as $$
declare
  changes text := changed_rows(tg_op, 'post_id, author_id, day',
    array['views', 'least(finishes, views)']);
  last date;
begin
  -- The periods do not move while a change is added to them.
  select last_day into last from stats_periods for share;
  execute format('
    insert into author_daily_views (author_id, day, views, finishes)
    select author_id, day, sum(views), sum(finishes) from (%s) as changed (post_id, author_id, day, views, finishes)
    group by 1, 2 having sum(views) <> 0 or sum(finishes) <> 0 order by 1, 2
    on conflict (author_id, day) do update set views = author_daily_views.views + excluded.views,
      finishes = author_daily_views.finishes + excluded.finishes', changes);
  if tg_op = 'INSERT' then
    insert into post_period_views (post_id, author_id)
    select distinct post_id, author_id from added order by post_id on conflict do nothing;
  end if;
  execute format('
    update post_period_views p set views_7 = p.views_7 + changed.views_7, views_30 = p.views_30 + changed.views_30,
      views_90 = p.views_90 + changed.views_90
    from (
      select post_id, sum(views) as views_90, coalesce(sum(views) filter (where day > $1 - 30), 0) as views_30,
        coalesce(sum(views) filter (where day > $1 - 7), 0) as views_7
      from (%s) as changed (post_id, author_id, day, views, finishes)
      where day > $1 - 90 group by 1 having sum(views) <> 0
    ) as changed
    where changed.post_id = p.post_id', changes) using last;
  return null;
end
$$;

create function sum_author_sources() returns trigger language plpgsql as $$
begin
  -- What is subtracted was added before, so that it finds a row and is merged there.
  execute format('
    insert into author_daily_views (author_id, day, sources)
    select author_id, day, case when min(views) < 0 then jsonb_object_agg(source, views)
      else merge_sources(''{}'', jsonb_object_agg(source, views), 50) end
    from (
      select author_id, day, source, sum(views) as views from (%s) as changed (author_id, day, source, views)
      group by 1, 2, 3 having sum(views) <> 0
    ) as summed
    group by 1, 2 order by 1, 2
    on conflict (author_id, day) do update
      set sources = merge_sources(author_daily_views.sources, excluded.sources, 50)',
    changed_rows(tg_op, 'author_id, day, source', array['views']));
  return null;
end
$$;

create function sum_author_views() returns trigger language plpgsql as $$
begin
  execute format('
    insert into author_views (author_id, views)
    select posts.author_id, sum(changed.views) from (%s) as changed (post_id, views)
    join posts on posts.id = changed.post_id
    group by 1 having sum(changed.views) <> 0 order by 1
    on conflict (author_id) do update set views = author_views.views + excluded.views',
    changed_rows(tg_op, 'post_id', array['views']));
  return null;
end
$$;

-- `post_stats` has no author, and its rows go after their post.
create function subtract_author_views() returns trigger language plpgsql as $$
begin
  update author_views a set views = a.views - s.views
  from post_stats s where s.post_id = old.id and a.author_id = old.author_id and s.views <> 0;
  return old;
end
$$;

create function move_author_views() returns trigger language plpgsql as $$
begin
  update post_daily_views set author_id = new.author_id where post_id = new.id;
  update post_daily_sources set author_id = new.author_id where post_id = new.id;
  update post_period_views set author_id = new.author_id where post_id = new.id;
  insert into author_views (author_id, views)
  select changed.author_id, changed.sign * s.views
  from post_stats s, (values (old.author_id, -1), (new.author_id, 1)) as changed (author_id, sign)
  where s.post_id = new.id and s.views <> 0 order by 1
  on conflict (author_id) do update set views = author_views.views + excluded.views;
  return null;
end
$$;

-- The tables are locked against writes from here on; the views that a running site counts meanwhile wait in its memory.
create trigger post_daily_views_added after insert on post_daily_views referencing new table as added
  for each statement execute function sum_author_days();
create trigger post_daily_views_changed after update on post_daily_views
  referencing new table as added old table as removed
  for each statement execute function sum_author_days();
create trigger post_daily_views_removed after delete on post_daily_views referencing old table as removed
  for each statement execute function sum_author_days();
create trigger post_daily_sources_added after insert on post_daily_sources referencing new table as added
  for each statement execute function sum_author_sources();
create trigger post_daily_sources_changed after update on post_daily_sources
  referencing new table as added old table as removed
  for each statement execute function sum_author_sources();
create trigger post_daily_sources_removed after delete on post_daily_sources referencing old table as removed
  for each statement execute function sum_author_sources();
create trigger post_stats_added after insert on post_stats referencing new table as added
  for each statement execute function sum_author_views();
create trigger post_stats_changed after update on post_stats
  referencing new table as added old table as removed
  for each statement execute function sum_author_views();
create trigger posts_author_views_removed before delete on posts
  for each row execute function subtract_author_views();
create trigger posts_author_views_moved after update of author_id on posts
  for each row when (old.author_id <> new.author_id) execute function move_author_views();

-- One pass over each table. Daily sums exist since 0140, so they are few; `post_stats` has a row for each post.
insert into author_views (author_id, views)
select posts.author_id, sum(s.views) from post_stats s join posts on posts.id = s.post_id
group by 1 having sum(s.views) <> 0;

insert into author_daily_views (author_id, day, views, finishes)
select author_id, day, sum(views), sum(least(finishes, views)) from post_daily_views group by 1, 2;

insert into author_daily_views (author_id, day, sources)
select author_id, day, merge_sources('{}', jsonb_object_agg(source, views), 50)
from (
  select author_id, day, source, sum(views) as views from post_daily_sources group by 1, 2, 3
) as summed
group by 1, 2
on conflict (author_id, day) do update set sources = excluded.sources;

-- Without any views, every day is within the periods until the job moves them.
insert into stats_periods (last_day)
select coalesce(max(day), date '2000-01-01') from post_daily_views;

insert into post_period_views (post_id, author_id, views_7, views_30, views_90)
select d.post_id, d.author_id, coalesce(sum(d.views) filter (where d.day > p.last_day - 7), 0),
  coalesce(sum(d.views) filter (where d.day > p.last_day - 30), 0),
  coalesce(sum(d.views) filter (where d.day > p.last_day - 90), 0)
from post_daily_views d, stats_periods p group by 1, 2;

create index post_period_views_7 on post_period_views (author_id, views_7 desc, post_id desc);
create index post_period_views_30 on post_period_views (author_id, views_30 desc, post_id desc);
create index post_period_views_90 on post_period_views (author_id, views_90 desc, post_id desc);
