-- What a reader is told behind the bell. The words are put together when they are read.
create table notices (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded')),
  details jsonb not null default '{}' check (jsonb_typeof(details) = 'object'),
  -- Names what it tells of: who reports it twice has told it once.
  event_key text not null,
  created_at timestamptz not null,
  read_at timestamptz,
  -- A cleared notice stays for its key: the same event must not bring it back.
  cleared_at timestamptz,
  constraint notices_event_key unique (account_id, event_key)
);
create index notices_shown on notices (account_id, id desc) where cleared_at is null;
create index notices_age on notices (created_at);
