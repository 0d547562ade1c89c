-- True while the account has an authenticator app or a passkey: a login with the password alone opens no session.
alter table accounts add column has_second_factor boolean not null default false;

-- The secret of an authenticator app (RFC 6238), encrypted with a key that is not in the database.
create table totp_secrets (
  account_id bigint primary key references accounts (id) on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the owner has entered the first code.
  enabled_at timestamptz,
  -- The time step of the last accepted code. A code of this step or an earlier one is refused.
  last_step bigint not null default 0
);

-- Credentials of WebAuthn. The private key stays on the device.
create table passkeys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  credential_id text not null unique check (length(credential_id) <= 1400),
  public_key bytea not null,
  -- Number of signatures that the authenticator reports; 0 for most synchronised passkeys.
  counter bigint not null,
  transports text[] not null,
  is_synced boolean not null,
  name text not null check (length(name) between 1 and 60),
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_account on passkeys (account_id, id);

-- SHA-256 of single-use codes of 80 random bits.
create table recovery_codes (
  account_id bigint not null references accounts (id) on delete cascade,
  hash bytea not null,
  used_at timestamptz,
  primary key (account_id, hash)
);

-- Used challenges of WebAuthn, until they expire: a response counts once.
create table used_challenges (
  hash bytea primary key,
  expires_at timestamptz not null
);
create index used_challenges_expiry on used_challenges (expires_at);
