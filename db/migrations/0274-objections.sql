-- What the person concerned says against a decision, and what another moderator has decided about it.
create table moderation_objections (
  id bigint generated always as identity primary key,
  -- One objection to a decision.
  decision_id bigint not null unique references moderation_decisions (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  text text not null check (length(text) between 1 and 2000),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by bigint references accounts (id) on delete set null,
  -- `ended`: the decision ended before anybody decided the objection.
  outcome text check (outcome in ('upheld', 'overturned', 'ended')),
  reason text not null default '' check (length(reason) <= 500),
  check ((decided_at is null) = (outcome is null))
);
create index moderation_objections_queue on moderation_objections (id) where outcome is null;
create index moderation_objections_account on moderation_objections (account_id, created_at);

-- Append-only: the outcome is added once, and nothing else changes.
create function refuse_objection_changes() returns trigger language plpgsql as $$
begin
  if (new.decision_id, new.account_id, new.text, new.created_at)
      is distinct from (old.decision_id, old.account_id, old.text, old.created_at)
    or old.outcome is not null
      and (new.outcome, new.reason, new.decided_at) is distinct from (old.outcome, old.reason, old.decided_at) then
    raise exception 'moderation_objections is append-only' using errcode = 'insufficient_privilege';
  end if;
  return new;
end
$$;
create trigger moderation_objections_rows before update on moderation_objections
  for each row execute function refuse_objection_changes();

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end',
    'objection_upheld', 'objection_overturned', 'report_outcome', 'report_case_closed', 'post_edited', 'comment_edited',
    'data_copy_ready')) not valid;
