-- The cover of a text goes with it: with what its author is writing, and with what a post has been before.
alter table post_drafts add column image_id bigint references media (id);
create index post_drafts_image on post_drafts (image_id) where image_id is not null;
-- The change of a post began with the cover that the post has.
update post_drafts set image_id = posts.image_id from posts where posts.id = post_drafts.post_id;

alter table post_revisions add column image_id bigint references media (id);
create index post_revisions_image on post_revisions (image_id) where image_id is not null;
