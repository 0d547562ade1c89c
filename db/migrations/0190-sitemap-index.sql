-- A part of the sitemap has the posts of 5,000 ids (server/features/posts/post-sitemap-store.ts). The index finds the latest
-- change of each part in one step, however many posts there are.
-- outside a transaction: a large table stays writable
drop index concurrently if exists posts_sitemap;
create index concurrently posts_sitemap on posts ((id / 5000), (coalesce(edited_at, created_at)) desc) where status = 'published';
