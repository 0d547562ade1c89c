-- With the post of each comment, so that a page far down passes those before it without looking into the table: at nine
-- million comments that took longer than a statement may. Made before the old ones go, so that lists can be read meanwhile.
set local maintenance_work_mem = '256MB';
create index comments_active_created_new on comments (created_at desc, id desc) include (post_id)
  where deleted_at is null;
create index comments_active_updated_new on comments (updated_at desc, id desc) include (post_id)
  where deleted_at is null;
drop index comments_active_created;
drop index comments_active_updated;
alter index comments_active_created_new rename to comments_active_created;
alter index comments_active_updated_new rename to comments_active_updated;
