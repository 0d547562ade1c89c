-- The slug that the author of a post chose; null: the slug follows the title. `posts.slug` stays the slug in use.
alter table posts add column custom_slug text check (length(custom_slug) <= 200);
alter table post_drafts add column custom_slug text check (length(custom_slug) <= 1000);
