-- Views as lists order by them, taken over from `views` once a minute. Not in posts: there each refresh would write all
-- indexes of the row anew, searches included. `views` itself stays in no index, so counting goes on to touch none.
alter table post_stats add column ranked_views bigint not null default 0;

-- Every post has its row from now on, so that an order by views leaves nobody out.
insert into post_stats (post_id) select id from posts on conflict do nothing;
update post_stats set ranked_views = views where ranked_views <> views;

create index post_stats_ranking on post_stats (ranked_views desc, post_id desc);
