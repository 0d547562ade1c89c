create index comments_active_created on comments (created_at desc, id desc) where deleted_at is null;
create index comments_active_updated on comments (updated_at desc, id desc) where deleted_at is null;
create index comments_content_trigrams on comments
  using gin (translate(lower(content), 'ё', 'е') gin_trgm_ops) where deleted_at is null;
