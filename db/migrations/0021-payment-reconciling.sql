-- A session is looked after until its provider has said how it ended, whatever has become of its payment meanwhile.
alter table checkouts
  add column next_check_at timestamptz not null default now(),
  add column settled_at timestamptz;
create index checkouts_unsettled on checkouts (next_check_at) where settled_at is null;

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

create index webhook_events_object on webhook_events (provider, object_id);

-- What the plan was called when the reader agreed: for receipts, mails and the staff.
alter table payments add column plan_name text;
update payments set plan_name = plans.name from plans where plans.id = plan_id;
alter table payments alter column plan_name set not null;
