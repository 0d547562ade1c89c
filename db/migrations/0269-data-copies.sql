-- Archives of everything that belongs to an account, made for its owner. The file has the name of the id.
create table data_copies (
  id uuid primary key,
  -- An account has one copy at a time.
  account_id bigint not null unique references accounts (id) on delete cascade,
  requested_at timestamptz not null,
  -- Null until the file is complete.
  finished_at timestamptz,
  expires_at timestamptz,
  bytes bigint
);
create index data_copies_expiry on data_copies (expires_at);

alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end',
    'report_outcome', 'report_case_closed', 'post_edited', 'comment_edited', 'data_copy_ready')) not valid;
