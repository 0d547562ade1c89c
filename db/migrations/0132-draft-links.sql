-- Links by which others read a draft. The link names a text of an account as its editor draft does: `new-…` is a post that
-- does not exist yet, `post-42` a post or its unsaved change. Only the hash of the token is stored.
create table draft_links (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  draft_key text not null check (draft_key ~ '^(post-[1-9][0-9]{0,14}|new-[0-9a-f]{32})$'),
  post_id bigint references posts (id) on delete cascade,
  token_hash bytea not null constraint draft_links_token_hash_key unique,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index draft_links_account on draft_links (account_id, created_at desc, id desc);
create index draft_links_post on draft_links (post_id) where post_id is not null;
create index draft_links_expiry on draft_links (expires_at);
