-- outside a transaction: a large table stays writable
drop index concurrently if exists comments_waiting_since;
-- The comments that wait for a moderator.
create index concurrently comments_waiting_since on comments (deleted_at, id) where waiting_rule is not null;
