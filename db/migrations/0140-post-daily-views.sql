-- Daily sums for the statistics of authors: no rows of readers. `views` counts the same views as `post_stats.views`;
-- `finishes` counts readers who reached the end. The author of a post never changes, so a copy of the id spares a join. The
-- counters are in no index, so that counting rewrites none.
create table post_daily_views (
  post_id bigint not null references posts (id) on delete cascade,
  day date not null,
  author_id bigint not null,
  views bigint not null default 0 check (views >= 0),
  finishes bigint not null default 0 check (finishes >= 0),
  primary key (post_id, day)
) with (fillfactor = 80);
create index post_daily_views_author on post_daily_views (author_id, day);
create index post_daily_views_day on post_daily_views (day);

-- Views of a post and day by source: a host name, or one of the words `direct`, `site` and `other`, which have no dot.
create table post_daily_sources (
  post_id bigint not null references posts (id) on delete cascade,
  day date not null,
  source text not null check (length(source) between 1 and 100),
  author_id bigint not null,
  views bigint not null default 0 check (views >= 0),
  primary key (post_id, day, source)
) with (fillfactor = 80);
create index post_daily_sources_author on post_daily_sources (author_id, day);
create index post_daily_sources_day on post_daily_sources (day);
