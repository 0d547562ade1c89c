create table comments (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  author_id bigint not null references accounts (id),
  parent_id bigint references comments (id) on delete cascade,
  depth integer not null default 0 check (depth between 0 and 100),
  content text not null check (length(content) <= 10000),
  replies_count integer not null default 0 check (replies_count >= 0),
  deleted_at timestamptz,
  deleted_by bigint references accounts (id) on delete set null,
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index comments_post on comments (post_id, created_at, id);
create index comments_parent on comments (parent_id, created_at, id) where parent_id is not null;
create index comments_author on comments (author_id, created_at desc, id desc);
