-- Two figures of each post: `views` is everyone's who opened it, the author included; `reader_views` leaves out the author,
-- whatever happened before publication, and programs. Rankings follow the latter. Of the views so far nobody knows whose
-- they were: they count for published posts, and not for drafts, which only their authors and staff can open.
alter table post_stats add column reader_views bigint not null default 0 check (reader_views >= 0);
update post_stats set reader_views = views
from posts where posts.id = post_stats.post_id and posts.status <> 'draft' and views > 0;
update post_stats set ranked_views = 0
from posts where posts.id = post_stats.post_id and posts.status = 'draft' and ranked_views > 0;
