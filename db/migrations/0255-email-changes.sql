-- A new address of an account until both the present and the new address have confirmed it. Tokens are stored as hashes.
create table email_changes (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  old_email text not null,
  new_email text not null,
  old_hash bytea not null unique,
  new_hash bytea not null unique,
  -- Set from the start if the present address was never confirmed: its owner may have mistyped it.
  old_confirmed_at timestamptz,
  new_confirmed_at timestamptz,
  applied_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
-- An account has one unfinished change.
create unique index email_changes_account on email_changes (account_id) where applied_at is null;
create index email_changes_expiry on email_changes (expires_at);
