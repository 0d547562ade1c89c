-- outside a transaction: a large table stays writable
-- The threads of a discussion by age and by direct replies.
drop index concurrently if exists comments_first;
create index concurrently comments_first on comments (post_id, id) where parent_id is null;
drop index concurrently if exists comments_discussed;
create index concurrently comments_discussed on comments (post_id, replies_count desc, id desc) where parent_id is null;
