-- outside a transaction: writes go on while the index is built
drop index concurrently if exists idempotency_keys_object;
create index concurrently idempotency_keys_object on idempotency_keys (object_kind, object_id) where body is not null;
