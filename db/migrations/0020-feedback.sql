-- What readers write to the editorial office, until the mail with it has gone out.
create table feedback (
  id uuid primary key,
  account_id bigint references accounts (id) on delete set null,
  name text not null check (length(name) <= 100),
  email text not null check (length(email) <= 254),
  kind text not null check (kind in ('question', 'correction', 'complaint', 'idea', 'other')),
  message text not null check (length(message) <= 5000),
  created_at timestamptz not null
);
