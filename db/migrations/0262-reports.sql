-- Reports of readers. All reports of one thing are one case until it is closed.
create table report_cases (
  id bigint generated always as identity primary key,
  target_kind text not null check (target_kind in ('post', 'comment', 'account')),
  -- No foreign key: the text may be deleted, the case stays.
  target_id bigint not null,
  target_name text not null,
  -- The author of the text, or the account itself.
  account_id bigint not null references accounts (id) on delete cascade,
  assignee_id bigint references accounts (id) on delete set null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint references accounts (id) on delete set null,
  outcome text check (outcome in ('hidden', 'left', 'sanctioned', 'gone')),
  check ((closed_at is null) = (outcome is null))
);
create unique index report_cases_open on report_cases (target_kind, target_id) where closed_at is null;
create index report_cases_queue on report_cases (id) where closed_at is null;
create index report_cases_account on report_cases (account_id);
create index report_cases_assignee on report_cases (assignee_id) where closed_at is null;

create table reports (
  case_id bigint not null references report_cases (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  rule text not null,
  text text not null default '' check (length(text) <= 500),
  created_at timestamptz not null,
  primary key (case_id, account_id)
);
create index reports_account on reports (account_id, created_at);

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end',
    'report_outcome', 'report_case_closed')) not valid;
