-- What an account may do (contract/permissions.ts). The flags of older accounts keep what they allowed.
alter table accounts
  add column role text not null default 'author'
    constraint accounts_role check (role in ('reader', 'author', 'moderator', 'editor', 'administrator'));

-- Few accounts have a flag. A flag alone allows what it always did; the role is the nearest one.
update accounts
set role = case when is_staff and is_superuser then 'administrator' when is_staff then 'editor' else 'moderator' end
where is_staff or is_superuser;

-- What sanctions take away now. Each kind is there once, with its latest end; null has no end.
create table account_restrictions (
  account_id bigint not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('comments', 'publishing', 'read-only')),
  until timestamptz,
  primary key (account_id, kind)
);
