create table payments (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id),
  plan_id bigint not null references plans (id),
  -- A plain id: payments stands left of subscriptions.
  subscription_id bigint,
  -- What was offered when the reader agreed; a plan that changes later changes nothing here.
  amount_kopecks bigint not null check (amount_kopecks > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  duration_days integer not null check (duration_days > 0),
  description text not null,
  -- The name that was asked for, and who serves it: the sandbox may stand in for all of them.
  payment_method text not null check (payment_method in ('sandbox', 'stripe', 'yookassa')),
  provider text not null check (provider in ('sandbox', 'stripe', 'yookassa')),
  state text not null check (state in ('created', 'open', 'paid', 'failed', 'cancelled', 'refunded')),
  -- The checkout that counts: the latest, or the one that was paid.
  attempt integer not null default 1 check (attempt >= 1),
  -- Money that went back, and money that is promised to: refunds asked for and not refused.
  refunded_kopecks bigint not null default 0 check (refunded_kopecks >= 0),
  reserved_kopecks bigint not null default 0,
  failure_reason text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- When the money came.
  processed_at timestamptz,
  constraint payments_refunds_fit check (refunded_kopecks <= reserved_kopecks and reserved_kopecks <= amount_kopecks)
);
create unique index payments_one_unfinished on payments (account_id) where state in ('created', 'open');
create index payments_account on payments (account_id, id desc);
create index payments_unfinished on payments (updated_at) where state in ('created', 'open');
create index payments_processed on payments (processed_at) where processed_at is not null;

-- One session at a provider. A payment that failed may be tried again in another one; each keeps its key and its id,
-- so that what the provider says later of any of them finds its payment.
create table checkouts (
  payment_id bigint not null references payments (id),
  attempt integer not null check (attempt >= 1),
  -- Our name of the session, the only one that callers see.
  session_id text not null unique,
  -- Made once for each session, never for a click: whoever repeats the call gets the same object.
  idempotency_key uuid not null unique,
  provider text not null,
  provider_id text,
  checkout_url text,
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  primary key (payment_id, attempt),
  constraint checkouts_provider_id_key unique (provider, provider_id)
);

create table refunds (
  id bigint generated always as identity primary key,
  payment_id bigint not null references payments (id),
  amount_kopecks bigint not null check (amount_kopecks > 0),
  reason text not null default '',
  status text not null check (status in ('pending', 'succeeded', 'failed', 'cancelled')),
  idempotency_key uuid not null unique,
  provider text not null,
  provider_id text,
  -- Null for a refund that we made by ourselves.
  created_by bigint references accounts (id) on delete set null,
  created_at timestamptz not null,
  processed_at timestamptz,
  constraint refunds_provider_id_key unique (provider, provider_id)
);
create index refunds_payment on refunds (payment_id);
create index refunds_pending on refunds (created_at) where status = 'pending';

-- Everything that a provider has proven to have said: written before it is answered, worked off afterwards.
create table webhook_events (
  provider text not null,
  event_key text not null,
  type text not null,
  object_id text,
  -- json, not jsonb: a NUL in somebody's text must not turn a true event into an error.
  payload json not null,
  received_at timestamptz not null,
  attempts integer not null default 0,
  locked_until timestamptz,
  next_try_at timestamptz not null,
  processed_at timestamptz,
  outcome text check (outcome in ('applied', 'unchanged', 'ignored', 'unknown', 'mismatch')),
  dead_at timestamptz,
  last_error text,
  primary key (provider, event_key)
);
create index webhook_events_due on webhook_events (next_try_at) where processed_at is null and dead_at is null;
create index webhook_events_processed on webhook_events (processed_at) where processed_at is not null;

-- What a real provider keeps on its own side.
create table sandbox_sessions (
  id text primary key,
  idempotency_key uuid not null unique,
  payment_id bigint not null,
  attempt integer not null,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  currency text not null,
  description text not null,
  status text not null default 'open' check (status in ('open', 'paid', 'declined', 'cancelled')),
  refunded_kopecks bigint not null default 0 check (refunded_kopecks between 0 and amount_kopecks),
  success_url text not null,
  cancel_url text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table sandbox_refunds (
  id text primary key,
  session_id text not null references sandbox_sessions (id),
  idempotency_key uuid not null unique,
  amount_kopecks bigint not null check (amount_kopecks > 0),
  created_at timestamptz not null
);
