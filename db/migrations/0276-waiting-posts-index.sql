-- outside a transaction: a large table stays writable
drop index concurrently if exists posts_waiting_since;
-- The posts that wait for a moderator.
create index concurrently posts_waiting_since on posts (hidden_at, id) where waiting_rule is not null;
