-- Pictures that a text names although neither its author nor its editor owns them. They are shown as long as they are
-- there, and hold nothing: only the owner's own use keeps a picture from being deleted.
create table post_borrowed_pictures (
  post_id bigint not null references posts (id) on delete cascade,
  media_id bigint not null references media (id) on delete cascade,
  primary key (post_id, media_id)
);
create index post_borrowed_pictures_media on post_borrowed_pictures (media_id);

with lent as (
  delete from post_pictures
  using posts, media
  where posts.id = post_pictures.post_id and media.id = post_pictures.media_id
    and media.owner_id <> posts.author_id
    and not exists (
      select from post_revisions
      where post_revisions.post_id = posts.id and post_revisions.editor_id = media.owner_id
    )
  returning post_pictures.post_id, post_pictures.media_id
)
insert into post_borrowed_pictures (post_id, media_id) select post_id, media_id from lent;
