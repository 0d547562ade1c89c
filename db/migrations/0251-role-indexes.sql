-- outside a transaction: accounts is large
drop index concurrently if exists accounts_colleagues;
-- Those with more than an ordinary role: the list of staff, and the lock of all administrators.
create index concurrently accounts_colleagues on accounts (id)
  where role in ('moderator', 'editor', 'administrator') or is_staff or is_superuser;
