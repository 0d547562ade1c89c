-- outside a transaction: builds indexes on accounts without blocking its writers.
drop index concurrently if exists accounts_deletion_due;
create index concurrently accounts_deletion_due on accounts (deletion_due_at, id) where deletion_due_at is not null;
drop index concurrently if exists accounts_deleted;
create index concurrently accounts_deleted on accounts (id) where deleted_at is not null;
