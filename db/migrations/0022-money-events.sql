-- What readers are told about their money, each once, by mail and by the bell.
create table money_events (
  -- The mail is known by it.
  id uuid primary key default gen_random_uuid(),
  -- Says what has happened: whoever hears of it again adds nothing.
  key text not null constraint money_events_key unique,
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('paid', 'payment_failed', 'refunded', 'ending', 'expired')),
  data jsonb not null check (jsonb_typeof(data) = 'object'),
  created_at timestamptz not null,
  mailed_at timestamptz
);
create index money_events_account on money_events (account_id);
