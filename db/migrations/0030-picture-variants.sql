-- What a page needs to know of a picture before it has it, and the smaller files that have been made of it: their
-- paths follow from the picture's own.
alter table media
  add column kind text not null default 'picture' check (kind in ('picture', 'avatar')),
  add column frames integer not null default 1 check (frames > 0),
  add column tint text check (tint ~ '^#[0-9a-f]{6}$'),
  add column avif_widths integer[] not null default '{}',
  add column webp_widths integer[] not null default '{}',
  -- 0 until the job has been there.
  add column variants_version integer not null default 0,
  add column unreferenced_since timestamptz;
create index media_variants_missing on media (variants_version, id);
create index media_unreferenced on media (unreferenced_since) where unreferenced_since is not null;
create index media_owner_created on media (owner_id, id desc);
drop index media_owner;

-- Which pictures of ours the texts of a post name, those of its former texts too: a restored text has its pictures.
create table post_pictures (
  post_id bigint not null references posts (id) on delete cascade,
  media_id bigint not null references media (id),
  primary key (post_id, media_id)
);
create index post_pictures_media on post_pictures (media_id);

create index posts_renderer_version on posts (renderer_version, id);
create index posts_image on posts (image_id) where image_id is not null;
create index accounts_avatar on accounts (avatar_id) where avatar_id is not null;

-- What is shown somewhere cannot be deleted: the database says so, whoever comes first.
alter table posts drop constraint posts_image_id_fkey;
alter table posts add constraint posts_image_id_fkey foreign key (image_id) references media (id);
alter table accounts drop constraint accounts_avatar_id_fkey;
alter table accounts add constraint accounts_avatar_id_fkey foreign key (avatar_id) references media (id);
