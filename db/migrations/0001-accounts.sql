create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table media (
  id bigint generated always as identity primary key,
  -- A plain id: media stands left of accounts.
  owner_id bigint not null,
  path text not null unique,
  content_type text not null,
  bytes integer not null check (bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default now()
);
create index media_owner on media (owner_id);

create table accounts (
  id bigint generated always as identity primary key,
  username text not null,
  -- Normal forms (trim, NFKC, lower case) carry the uniqueness, the readable form is kept as typed.
  username_key text not null constraint accounts_username_key unique,
  email text not null,
  email_key text not null constraint accounts_email_key unique,
  password_hash text not null,
  first_name text not null default '',
  last_name text not null default '',
  bio text not null default '',
  avatar_id bigint references media (id) on delete set null,
  is_staff boolean not null default false,
  is_superuser boolean not null default false,
  is_active boolean not null default true,
  -- Until when the account is a subscriber; written by subscriptions through the door of accounts.
  subscriber_until timestamptz,
  posts_count integer not null default 0 check (posts_count >= 0),
  comments_count integer not null default 0 check (comments_count >= 0),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table media add constraint media_owner_id_fkey foreign key (owner_id) references accounts (id) on delete cascade;

create table session_families (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  head_id uuid not null,
  prev_head_id uuid,
  head_confirmed_at timestamptz not null,
  -- Answers given inside the grace of a benign race, for the hourly limit.
  grace_answers integer not null default 0,
  grace_since timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  revoked_at timestamptz,
  revoked_reason text
);
create index session_families_account on session_families (account_id) where revoked_at is null;

create table refresh_tokens (
  id uuid primary key,
  hash bytea not null unique,
  family_id uuid not null references session_families (id) on delete cascade,
  parent_id uuid,
  issued_at timestamptz not null,
  expires_at timestamptz not null
);
create index refresh_tokens_family on refresh_tokens (family_id, parent_id);
