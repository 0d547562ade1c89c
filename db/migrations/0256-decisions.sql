-- What moderators decided about a text or an account, with the reason that the person concerned reads. A sanction is a
-- decision about an account. A decision changes only by its end and by the one objection against it.
create table moderation_decisions (
  id bigint generated always as identity primary key,
  action text not null check (action in (
    'hide', 'leave', 'warning', 'comments', 'publishing', 'read-only', 'disable', 'hide-texts')),
  target_kind text not null check (target_kind in ('post', 'comment', 'account')),
  -- No foreign key: the text may be deleted, the decision stays.
  target_id bigint not null,
  target_name text not null,
  account_id bigint not null references accounts (id) on delete cascade,
  moderator_id bigint references accounts (id) on delete set null,
  rule text,
  reason text not null check (length(reason) <= 500),
  -- Null for a sanction without an end, and for decisions that have none.
  until timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  ended_by bigint references accounts (id) on delete set null,
  end_reason text not null default '' check (length(end_reason) <= 500)
);
create index moderation_decisions_account on moderation_decisions (account_id, id desc);
create index moderation_decisions_target on moderation_decisions (target_kind, target_id, id desc);
create index moderation_decisions_created on moderation_decisions (created_at);
create index moderation_decisions_ending on moderation_decisions (until)
  where action = 'disable' and ended_at is null and until is not null;

-- The texts that a decision 'hide-texts' has hidden, to bring back exactly these.
create table moderation_decision_texts (
  decision_id bigint not null references moderation_decisions (id) on delete cascade,
  kind text not null check (kind in ('post', 'comment')),
  text_id bigint not null,
  hidden_at timestamptz not null,
  primary key (decision_id, kind, text_id)
);

-- What moderators write about an account for each other.
create table account_notes (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  moderator_id bigint references accounts (id) on delete set null,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null
);
create index account_notes_account on account_notes (account_id, id desc);

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end')) not valid;
