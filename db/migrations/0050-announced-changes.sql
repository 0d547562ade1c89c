-- What readers see is kept in memory by every process (platform/cache). Whoever changes it, says so here: in the
-- transaction of the change and at the table, so that no writer can forget it. A message is a list of tags divided by
-- blanks; server/shown-tags.ts says which answers carry which. Views are no change: nothing is announced for them.
create function announce(variadic tags text[]) returns void language sql as $$
  select pg_notify('news_changes', array_to_string(tags, ' '))
$$;

-- Drafts and hidden posts are seen by nobody who is kept an answer for.
create function announce_post() returns trigger language plpgsql as $$
declare
  was_seen boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_seen boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if not was_seen and not is_seen then
    return null;
  end if;
  if tg_op = 'UPDATE' and was_seen and is_seen and old.comments_count <> new.comments_count
    and old.version = new.version then
    perform announce('post:' || new.id);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform announce('post:' || old.id, 'lists', 'lists:category:' || coalesce(old.category_id, 0),
      'lists:author:' || old.author_id);
  end if;
  if tg_op <> 'DELETE' then
    perform announce('post:' || new.id, 'lists', 'lists:category:' || coalesce(new.category_id, 0),
      'lists:author:' || new.author_id);
  end if;
  return null;
end
$$;
create trigger posts_announced after insert or update or delete on posts
  for each row execute function announce_post();

create function announce_comment() returns trigger language plpgsql as $$
begin
  perform announce('post:' || coalesce(new.post_id, old.post_id));
  return null;
end
$$;
create trigger comments_announced after insert or update or delete on comments
  for each row execute function announce_comment();

-- The number of posts stands in lists of categories, the rest wherever the category is named.
create function announce_category() returns trigger language plpgsql as $$
begin
  perform announce('categories');
  if tg_op = 'DELETE' then
    perform announce('category:' || old.id);
  elsif tg_op = 'UPDATE' and (old.name, old.slug, old.description) is distinct from (new.name, new.slug, new.description) then
    perform announce('category:' || old.id);
  end if;
  return null;
end
$$;
create trigger categories_announced after insert or update or delete on categories
  for each row execute function announce_category();

create function announce_account() returns trigger language plpgsql as $$
begin
  if (old.username, old.first_name, old.last_name, old.bio, old.avatar_id, old.is_active)
    is distinct from (new.username, new.first_name, new.last_name, new.bio, new.avatar_id, new.is_active) then
    perform announce('account:' || new.id);
  end if;
  if (old.posts_count, old.published_posts_count, old.comments_count)
    is distinct from (new.posts_count, new.published_posts_count, new.comments_count) then
    perform announce('profile:' || new.id);
  end if;
  if old.subscriber_until is distinct from new.subscriber_until then
    perform announce('pins');
    perform announce('post:' || post_id) from pins where account_id = new.id;
  end if;
  return null;
end
$$;
create trigger accounts_announced after update on accounts
  for each row execute function announce_account();

create function announce_pin() returns trigger language plpgsql as $$
begin
  perform announce('pins');
  if tg_op <> 'INSERT' then
    perform announce('post:' || old.post_id);
  end if;
  if tg_op <> 'DELETE' then
    perform announce('post:' || new.post_id);
  end if;
  return null;
end
$$;
create trigger pins_announced after insert or update or delete on pins
  for each row execute function announce_pin();

-- The smaller files of a picture have come: who shows it, shows them now.
create function announce_picture() returns trigger language plpgsql as $$
begin
  perform announce('post:' || id) from posts where image_id = new.id;
  perform announce('account:' || id) from accounts where avatar_id = new.id;
  return null;
end
$$;
create trigger media_announced after update of tint, avif_widths, webp_widths, variants_version on media
  for each row execute function announce_picture();

create function announce_totals() returns trigger language plpgsql as $$
begin
  perform announce('figures');
  return null;
end
$$;
create trigger post_totals_announced after update on post_totals
  for each statement execute function announce_totals();
