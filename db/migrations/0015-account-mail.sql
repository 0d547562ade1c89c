alter table accounts add column email_verified_at timestamptz;

-- What a link in a mail stands for. Only the hash is kept; the id names the mail that carries the link.
create table account_tokens (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify-email', 'password-reset')),
  hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index account_tokens_account on account_tokens (account_id, purpose);
create index account_tokens_expiry on account_tokens (expires_at);
