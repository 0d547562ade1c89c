-- A post that is unpublished or hidden goes on to be named beside the comments under it. Only its author and staff may
-- read what it is called from then on: everybody else gets the title and the slug that were public last.
alter table posts
  -- Null for a post that is public now, and for one that never was.
  add column public_title text,
  add column public_slug text,
  -- When a text was begun whose post got another date by being published.
  add column begun_at timestamptz;

-- A trigger, so that no way of changing the status can forget it.
create function keep_public_names() returns trigger language plpgsql as $$
begin
  if new.status = 'published' then
    new.public_title := null;
    new.public_slug := null;
  elsif tg_op = 'INSERT' then
    new.public_title := new.title;
    new.public_slug := new.slug;
  elsif old.status = 'published' then
    new.public_title := old.title;
    new.public_slug := old.slug;
  end if;
  return new;
end $$;
-- Only a copy of another database brings a post that is hidden already.
create trigger posts_public_names_come before insert on posts
  for each row when (new.status = 'hidden') execute function keep_public_names();
create trigger posts_public_names_change before update of status on posts
  for each row when (old.status is distinct from new.status) execute function keep_public_names();

-- What was withdrawn before: a post was public when it was hidden, and when it was commented on last.
update posts set public_title = known.title, public_slug = known.slug
from (
  select p.id,
    coalesce((
      select r.title from post_revisions r where r.post_id = p.id and r.created_at > public_at
      order by r.version limit 1
    ), p.title) as title,
    coalesce((
      select h.slug from post_slug_history h where h.post_id = p.id and h.created_at > public_at
      order by h.created_at limit 1
    ), p.slug) as slug
  from posts p
  cross join lateral (
    select coalesce(p.hidden_at, (select max(c.created_at) from comments c where c.post_id = p.id), p.edited_at)
  ) as last (public_at)
  where p.status <> 'published' and public_at is not null
) as known
where posts.id = known.id;

alter table posts add constraint posts_public_names check (
  (public_title is null) = (public_slug is null)
  and (status <> 'published' or public_title is null)
  and (status <> 'hidden' or public_title is not null)
);
