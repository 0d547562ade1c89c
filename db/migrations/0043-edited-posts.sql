-- When readers last got another text than the one they had read; a new category or a switched setting is no edit.
alter table posts add column edited_at timestamptz;
update posts
set edited_at = (select max(created_at) from post_revisions where post_id = posts.id)
where status <> 'draft';
