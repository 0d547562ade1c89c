create table subscriptions (
  id bigint generated always as identity primary key,
  -- A reader has one record, whatever becomes of it; its terms stand in the ledger.
  account_id bigint not null constraint subscriptions_account_key unique references accounts (id),
  plan_id bigint not null references plans (id),
  status text not null check (status in ('pending', 'active', 'expired', 'cancelled')),
  starts_at timestamptz not null,
  ends_at timestamptz not null check (ends_at >= starts_at),
  created_at timestamptz not null,
  updated_at timestamptz not null
);
create index subscriptions_active on subscriptions (ends_at) where status = 'active';

alter table payments add constraint payments_subscription_id_fkey
  foreign key (subscription_id) references subscriptions (id);

-- What payments have given and taken: each payment grants once and is revoked once, whoever hears of it first.
create table entitlement_ledger (
  payment_id bigint not null references payments (id),
  kind text not null check (kind in ('grant', 'revoke')),
  subscription_id bigint not null references subscriptions (id),
  -- The term of a grant; a revocation has none.
  starts_at timestamptz,
  ends_at timestamptz,
  created_at timestamptz not null,
  primary key (payment_id, kind),
  check ((kind = 'grant') = (starts_at is not null and ends_at is not null))
);
create index entitlement_ledger_subscription on entitlement_ledger (subscription_id);

create table subscription_history (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  action text not null check (action in (
    'created', 'activated', 'renewed', 'cancelled', 'expired', 'payment_failed', 'post_pinned', 'post_unpinned')),
  metadata jsonb not null default '{}' check (jsonb_typeof(metadata) = 'object'),
  created_at timestamptz not null
);
create index subscription_history_account on subscription_history (account_id, id desc);
