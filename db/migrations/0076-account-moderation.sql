-- When the ways into an account were last ended; a reset link that was asked for earlier is not sent any more.
alter table accounts add column credentials_changed_at timestamptz;

-- What moderators did to accounts: who, when, why. Rows are only added. The latest row of an account that is not active
-- says why.
create table moderation_actions (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  action text not null check (action in ('disable-account', 'enable-account')),
  moderator_id bigint references accounts (id) on delete set null,
  reason text not null default '' check (length(reason) <= 500),
  created_at timestamptz not null
);
create index moderation_actions_account on moderation_actions (account_id, id desc);
