-- outside a transaction: a large table stays writable
drop index concurrently if exists accounts_words;
-- The search of the list of accounts for moderators.
create index concurrently accounts_words on accounts using gin (
  (username_key || ' ' || email_key || ' ' || lower(first_name) || ' ' || lower(last_name)) gin_trgm_ops);
