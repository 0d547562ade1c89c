-- The search of authors by parts of their names: the names of accounts with published posts, ё as е.
-- outside a transaction: a large table stays writable
drop index concurrently if exists accounts_author_names;
create index concurrently accounts_author_names on accounts
  using gin (translate(lower(username || ' ' || first_name || ' ' || last_name), 'ё', 'е') gin_trgm_ops)
  where published_posts_count > 0;
