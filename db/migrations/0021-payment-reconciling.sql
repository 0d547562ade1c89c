-- A session is looked after until its provider has said how it ended, whatever has become of its payment meanwhile.
alter table checkouts
  add column next_check_at timestamptz not null default now(),
  add column settled_at timestamptz,
  -- A paid session is looked at once a day until then: money may go back without a word that reaches us.
  add column watched_until timestamptz;
create index checkouts_unsettled on checkouts (next_check_at) where settled_at is null or watched_until is not null;

-- Money goes back to the session that it came from; what came twice goes back beside what the payment itself may lose.
alter table refunds
  add column attempt integer,
  add column is_excess boolean not null default false,
  add column tries integer not null default 0,
  add column next_try_at timestamptz not null default now();
update refunds set attempt = payments.attempt from payments where payments.id = payment_id;
alter table refunds alter column attempt set not null;
create unique index refunds_one_excess on refunds (payment_id, attempt) where is_excess;
drop index refunds_pending;
create index refunds_due on refunds (next_try_at) where status = 'pending';

-- The payer's bank has asked for the money back; what becomes of it is a refund or nothing.
alter table payments add column disputed_at timestamptz;

-- Whose payment an event was about, once that is known.
alter table webhook_events add column payment_id bigint references payments (id);
create index webhook_events_payment on webhook_events (payment_id) where payment_id is not null;

-- What the plan was called when the reader agreed: for receipts, mails and the staff.
alter table payments add column plan_name text;
update payments set plan_name = plans.name from plans where plans.id = plan_id;
alter table payments alter column plan_name set not null;

create index payments_state on payments (state, id desc);
create index entitlement_ledger_terms on entitlement_ledger (ends_at) where kind = 'grant';
