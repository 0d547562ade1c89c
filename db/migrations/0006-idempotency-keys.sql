-- Requests that their callers have named, and what was answered: a repetition is answered alike and does nothing.
create table idempotency_keys (
  account_id bigint not null references accounts (id) on delete cascade,
  key text not null check (length(key) between 1 and 255),
  -- Of the operation and the body: another request under the same name is a mistake.
  fingerprint bytea not null,
  -- Who does it at present. A process that dies leaves the lease to run out.
  lease_id uuid not null,
  leased_until timestamptz not null,
  status integer,
  body text,
  expires_at timestamptz not null,
  primary key (account_id, key),
  check ((status is null) = (body is null))
);
create index idempotency_keys_expiry on idempotency_keys (expires_at);
