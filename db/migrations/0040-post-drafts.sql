-- What an author is writing and has not saved as a post or as its change: one row a text, whoever's tab it is.
create table post_drafts (
  account_id bigint not null references accounts (id) on delete cascade,
  -- `post-42` is a change of that post, `new-` and a name made by the form a post that does not exist yet.
  key text not null check (key ~ '^(post-[1-9][0-9]{0,14}|new-[0-9a-f]{32})$'),
  post_id bigint references posts (id) on delete cascade,
  -- The version of the post that the change began with.
  post_version integer,
  title text not null check (length(title) <= 1000),
  content text not null,
  category_id bigint references categories (id) on delete set null,
  status text not null check (status in ('draft', 'published')),
  -- When the post is to be published; nothing happens at that time before the draft has become a post.
  publish_at timestamptz,
  comments_enabled boolean not null,
  version integer not null default 1,
  -- The open form that saved last: it cannot be in conflict with itself when an answer to it was lost.
  writer text not null check (length(writer) between 1 and 64),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (account_id, key)
);
create index post_drafts_newest on post_drafts (account_id, updated_at desc, key);
create index post_drafts_post on post_drafts (post_id) where post_id is not null;
create index post_drafts_category on post_drafts (category_id) where category_id is not null;
