-- outside a transaction: accounts is large
drop index concurrently if exists accounts_created;
-- The registrations of each day, for staff.
create index concurrently accounts_created on accounts (created_at);
