-- Every address that a post has or had. While the post exists no other post can take one of them, so that links lead
-- where they always led. An address that readers knew stays after the post is deleted: only a post of the same author
-- can have it again.
alter table post_slug_history rename to post_slugs;
alter index post_slug_history_pkey rename to post_slugs_pkey;
alter index post_slug_history_post rename to post_slugs_post;
alter table post_slugs
  drop constraint post_slug_history_post_id_fkey,
  alter column post_id drop not null,
  add constraint post_slugs_post_id_fkey foreign key (post_id) references posts (id) on delete set null,
  add column was_public boolean not null default false,
  -- Whose the deleted post was.
  add column author_id bigint references accounts (id) on delete set null,
  add constraint post_slugs_of_deleted check (post_id is null or author_id is null);
create index post_slugs_author on post_slugs (author_id) where author_id is not null;

-- A former address that another post has taken already stays with that post.
insert into post_slugs (slug, post_id) select slug, id from posts
on conflict (slug) do update set post_id = excluded.post_id;
update post_slugs set was_public = true
from posts where posts.id = post_id and (posts.status = 'published' or posts.public_title is not null);

-- Under a language's collation LIKE cannot use the unique index.
create index post_slugs_pattern on post_slugs (slug text_pattern_ops);
drop index posts_slug_pattern;

create function register_slug() returns trigger language plpgsql as $$
begin
  insert into post_slugs as known (slug, post_id, was_public)
  values (new.slug, new.id, new.status = 'published')
  on conflict (slug) do update
    set post_id = new.id, author_id = null, was_public = known.was_public or excluded.was_public
    where known.post_id = new.id or (known.post_id is null and known.author_id = new.author_id);
  if not found then
    raise unique_violation using
      constraint = 'post_slugs_pkey', message = format('the address %s belongs to another post', new.slug);
  end if;
  return null;
end $$;
create trigger posts_slugs_come after insert on posts for each row execute function register_slug();
create trigger posts_slugs_change after update of slug, status on posts
  for each row when (
    old.slug is distinct from new.slug or (new.status = 'published' and old.status is distinct from 'published')
  ) execute function register_slug();

create function leave_slugs() returns trigger language plpgsql as $$
begin
  delete from post_slugs where post_id = old.id and not was_public;
  update post_slugs set author_id = old.author_id, post_id = null where post_id = old.id;
  return old;
end $$;
create trigger posts_slugs_go before delete on posts for each row execute function leave_slugs();
