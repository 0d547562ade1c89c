-- outside a transaction: a large table stays writable
drop index concurrently if exists posts_off_front_page;
-- The list of posts that staff keep off the front page.
create index concurrently posts_off_front_page on posts (id) where off_front_page_at is not null;
