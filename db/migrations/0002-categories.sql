create table categories (
  id bigint generated always as identity primary key,
  name text not null check (length(name) <= 100),
  slug text not null constraint categories_slug_key unique check (length(slug) <= 100),
  description text not null default '',
  -- Published posts only.
  posts_count integer not null default 0 check (posts_count >= 0),
  created_at timestamptz not null default now()
);
create unique index categories_name_key on categories (lower(name));
