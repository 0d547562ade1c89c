create index comments_active_created on comments (created_at desc, id desc) where deleted_at is null;
create index comments_active_updated on comments (updated_at desc, id desc) where deleted_at is null;
create index comments_content_trigrams on comments
  using gin (translate(lower(content), 'ё', 'е') gin_trgm_ops) where deleted_at is null;

-- Whether an address and its numbered relatives are taken: under a language's collation LIKE cannot use the unique index.
create index posts_slug_pattern on posts (slug text_pattern_ops);
