-- When a draft is to be published. It stays a draft until then: every index, list and counter of published posts leaves
-- it out by itself.
alter table posts
  add column publish_at timestamptz,
  add constraint posts_scheduled check (publish_at is null or coalesce(hidden_status, status) = 'draft');
create index posts_due on posts (publish_at, id) where publish_at is not null;
