-- What a moderator takes out of sight, and can bring back. A hidden post is no longer published, whatever its author wants
-- it to be (hidden_status): every index, list and counter of published posts leaves it out by itself.
alter table posts drop constraint posts_status_check;
alter table posts
  add constraint posts_status_check check (status in ('draft', 'published', 'hidden')),
  add column hidden_status text check (hidden_status in ('draft', 'published')),
  add column hidden_at timestamptz,
  add column hidden_by bigint references accounts (id) on delete set null,
  add column hidden_reason text not null default '' check (length(hidden_reason) <= 500),
  add constraint posts_hidden check (
    (status = 'hidden') = (hidden_status is not null) and (status = 'hidden') = (hidden_at is not null)
  );
create index posts_hidden_created on posts (created_at desc, id desc) where status = 'hidden';

-- A hidden comment is a deleted one that can come back: who and when stand in deleted_by and deleted_at.
alter table comments
  add column is_hidden boolean not null default false,
  add column hidden_reason text not null default '' check (length(hidden_reason) <= 500),
  add constraint comments_hidden check (not is_hidden or deleted_at is not null);
create index comments_hidden_created on comments (created_at desc, id desc) where is_hidden;
