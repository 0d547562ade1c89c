-- outside a transaction: a large table stays writable
drop index concurrently if exists comments_content_spelling;
create index concurrently comments_content_spelling on comments
  using gin (search_spelling(content) gin_trgm_ops) where deleted_at is null;
drop index concurrently if exists comments_content_spelling_16;
create index concurrently comments_content_spelling_16 on comments
  using gin (search_spelling(content) gin_trgm_ops) where deleted_at is null and (id >> 10) % 16 = 0;
drop index concurrently if exists accounts_author_spelling;
-- The search of authors by parts of their names.
create index concurrently accounts_author_spelling on accounts
  using gin (search_spelling(username || ' ' || first_name || ' ' || last_name) gin_trgm_ops)
  where published_posts_count > 0;
drop index concurrently if exists accounts_spelling;
-- The search of the list of accounts for moderators.
create index concurrently accounts_spelling on accounts
  using gin (search_spelling(username_key || ' ' || email_key || ' ' || first_name || ' ' || last_name) gin_trgm_ops);
