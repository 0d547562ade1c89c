-- Buckets of processes that share their limits. Unlogged: a crash may forget them, and writing them costs little.
create unlogged table rate_limits (
  key bytea primary key,
  -- When the bucket is full again, in milliseconds since 1970 (GCRA's theoretical arrival time).
  full_at double precision not null
);
create index rate_limits_full_at on rate_limits (full_at);

-- Networks from which an account has logged in before: a guessing stranger does not lock its owner out.
create table login_places (
  account_id bigint not null references accounts (id) on delete cascade,
  -- A keyed hash: no address is stored.
  place bytea not null,
  last_login_at timestamptz not null,
  primary key (account_id, place)
);
create index login_places_age on login_places (last_login_at);
