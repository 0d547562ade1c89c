create table posts (
  id bigint generated always as identity primary key,
  author_id bigint not null references accounts (id),
  category_id bigint references categories (id) on delete set null,
  image_id bigint references media (id) on delete set null,
  title text not null check (length(title) <= 200),
  slug text not null constraint posts_slug_key unique check (length(slug) <= 200),
  -- Markdown as it was written; what is derived from it by the renderer stands below.
  content text not null,
  content_html text not null,
  content_text text not null,
  excerpt text not null,
  reading_time_minutes integer not null check (reading_time_minutes >= 1),
  renderer_version integer not null,
  status text not null check (status in ('draft', 'published')),
  comments_enabled boolean not null default true,
  comments_count integer not null default 0 check (comments_count >= 0),
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- ё and е are one letter to a reader who searches.
  title_key text not null generated always as (translate(lower(title), 'ё', 'е')) stored,
  search_vector tsvector not null generated always as (
    setweight(to_tsvector('russian', translate(lower(title), 'ё', 'е')), 'A')
    || setweight(to_tsvector('simple', translate(lower(title), 'ё', 'е')), 'A')
    || to_tsvector('russian', translate(lower(left(content_text, 100000)), 'ё', 'е'))
    || to_tsvector('simple', translate(lower(left(content_text, 100000)), 'ё', 'е'))
  ) stored
);
create index posts_published_created on posts (created_at desc, id desc) where status = 'published';
create index posts_published_updated on posts (updated_at desc, id desc) where status = 'published';
create index posts_published_title on posts (title, id) where status = 'published';
create index posts_category_created on posts (category_id, created_at desc, id desc) where status = 'published';
create index posts_author_created on posts (author_id, created_at desc, id desc);
create index posts_title_trigrams on posts using gin (title_key gin_trgm_ops);
create index posts_search on posts using gin (search_vector);

create table post_slug_history (
  slug text primary key,
  post_id bigint not null references posts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index post_slug_history_post on post_slug_history (post_id);

-- The text before each change: a last write wins without anything being lost (trust 3.4).
create table post_revisions (
  post_id bigint not null references posts (id) on delete cascade,
  version integer not null,
  title text not null,
  content text not null,
  editor_id bigint references accounts (id) on delete set null,
  created_at timestamptz not null,
  primary key (post_id, version)
);

-- Apart from posts, so that counting views rewrites no text and touches no index.
create table post_stats (
  post_id bigint primary key references posts (id) on delete cascade,
  views bigint not null default 0 check (views >= 0)
) with (fillfactor = 70);

create table pins (
  account_id bigint primary key references accounts (id) on delete cascade,
  post_id bigint not null unique references posts (id) on delete cascade,
  pinned_at timestamptz not null
);
create index pins_order on pins (pinned_at, post_id);
