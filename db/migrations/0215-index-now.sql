-- Changes of public addresses that search engines have not been told of (server/features/sitemaps/index-now-service.ts). Rows are
-- only inserted and deleted, so that a publication waits for nobody. Nothing is recorded unless the site submits changes.
create table index_now_state (
  is_enabled boolean not null default false,
  failures integer not null default 0 check (failures >= 0),
  retry_at timestamptz not null default '-infinity'
);
create unique index index_now_state_one_row on index_now_state ((true));
insert into index_now_state default values;

create table index_now_changes (
  id bigint generated always as identity primary key,
  slug text not null
);

create function record_index_now_change() returns trigger language plpgsql as $$
declare
  was_seen boolean := tg_op <> 'INSERT' and old.status = 'published';
  is_seen boolean := tg_op <> 'DELETE' and new.status = 'published';
begin
  if not was_seen and not is_seen then
    return null;
  end if;
  -- Counters change no address, and not what it shows.
  if was_seen and is_seen and old.version = new.version and old.slug = new.slug then
    return null;
  end if;
  if not coalesce((select is_enabled from index_now_state), false) then
    return null;
  end if;
  if is_seen then
    insert into index_now_changes (slug) values (new.slug);
  end if;
  if was_seen and not (is_seen and old.slug = new.slug) then
    insert into index_now_changes (slug) values (old.slug);
  end if;
  return null;
end
$$;
create trigger posts_index_now after insert or update or delete on posts
  for each row execute function record_index_now_change();
