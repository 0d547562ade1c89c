-- Who has published something, to be counted without reading everybody's row.
create index accounts_authors on accounts (id) where published_posts_count > 0;
