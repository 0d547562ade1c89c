-- outside a transaction: reports may be large
drop index concurrently if exists reports_created;
-- The reports of each day, for staff.
create index concurrently reports_created on reports (created_at);
