-- As in migration 0100, with the tag of the part of the sitemap.
create or replace function notify_post_change() returns trigger language plpgsql as $$
declare
  was_seen boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_seen boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if not was_seen and not is_seen then
    return null;
  end if;
  if tg_op = 'UPDATE' and was_seen and is_seen and old.comments_count <> new.comments_count
    and old.version = new.version then
    perform notify_change('post:' || new.id);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform notify_change('post:' || old.id, 'lists', 'lists:category:' || coalesce(old.category_id, 0),
      'lists:author:' || old.author_id, 'sitemap:' || old.id / 5000);
  end if;
  if tg_op <> 'DELETE' then
    perform notify_change('post:' || new.id, 'lists', 'lists:category:' || coalesce(new.category_id, 0),
      'lists:author:' || new.author_id, 'sitemap:' || new.id / 5000);
  end if;
  return null;
end
$$;
