-- The standfirst (the lead paragraph of an article) and the caption and focus of its cover. The focus is a point in
-- shares of the width and the height, which stays visible when the cover is cropped.
create function is_image_focus(focus jsonb) returns boolean language sql immutable parallel safe as $$
  select jsonb_typeof(focus) = 'object' and jsonb_typeof(focus -> 'x') = 'number' and jsonb_typeof(focus -> 'y') = 'number'
    and (focus ->> 'x')::float8 between 0 and 1 and (focus ->> 'y')::float8 between 0 and 1
$$;

alter table posts
  add column standfirst text check (length(standfirst) <= 400),
  add column image_caption text check (length(image_caption) <= 300),
  add column image_focus jsonb check (is_image_focus(image_focus));
alter table post_drafts
  add column standfirst text check (length(standfirst) <= 1000),
  add column image_caption text check (length(image_caption) <= 1000),
  add column image_focus jsonb check (is_image_focus(image_focus));
alter table post_revisions
  add column standfirst text check (length(standfirst) <= 400),
  add column image_caption text check (length(image_caption) <= 300);

-- A search finds the words of the standfirst as those of the content.
create or replace function insert_into_post_search_index() returns trigger language plpgsql as $$
begin
  insert into post_search_index (id, author_id, category_id, status, created_at, updated_at, title, search_vector)
  select id, author_id, category_id, status, created_at, updated_at, title,
    build_search_vector(title, concat_ws(' ', standfirst, content_text))
  from added;
  return null;
end $$;

create or replace function update_post_search_index() returns trigger language plpgsql as $$
begin
  update post_search_index
  set author_id = new.author_id, category_id = new.category_id, status = new.status,
    created_at = new.created_at, updated_at = new.updated_at
  where id = new.id;
  if old.title <> new.title or old.content_text <> new.content_text or old.standfirst is distinct from new.standfirst then
    update post_search_index
    set title = new.title,
      search_vector = build_search_vector(new.title, concat_ws(' ', new.standfirst, new.content_text))
    where id = new.id;
  end if;
  return null;
end $$;

drop trigger posts_search_index_update on posts;
create trigger posts_search_index_update after update on posts
  for each row when (
    (old.author_id, old.category_id, old.status, old.created_at, old.updated_at, old.title, old.content_text, old.standfirst)
    is distinct from
    (new.author_id, new.category_id, new.status, new.created_at, new.updated_at, new.title, new.content_text, new.standfirst)
  ) execute function update_post_search_index();
