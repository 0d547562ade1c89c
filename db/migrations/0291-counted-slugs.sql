-- Addresses beside the first one of a post stay: former ones, and those of deleted posts. They count as items of the author's
-- quota of posts, so that nobody can take addresses without end. `author_id` is the account that a row counts for.
alter table post_slugs drop constraint post_slugs_of_deleted;

create or replace function register_slug() returns trigger language plpgsql as $$
declare
  counts_for bigint := case when tg_op = 'UPDATE' then new.author_id end;
begin
  insert into post_slugs as known (slug, post_id, was_public, author_id)
  values (new.slug, new.id, new.status = 'published', counts_for)
  on conflict (slug) do update
    set post_id = new.id, was_public = known.was_public or excluded.was_public,
      author_id = case when known.post_id is null then counts_for else known.author_id end
    where known.post_id = new.id or (known.post_id is null and known.author_id = new.author_id);
  if not found then
    raise unique_violation using
      constraint = 'post_slugs_pkey', message = format('the address %s belongs to another post', new.slug);
  end if;
  return null;
end $$;

create function record_slug_usage() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.author_id is not null then
    insert into account_usage (account_id, kind, items, bytes) values (old.author_id, 'posts', -1, 0);
  end if;
  if tg_op <> 'DELETE' and new.author_id is not null then
    insert into account_usage (account_id, kind, items, bytes) values (new.author_id, 'posts', 1, 0);
  end if;
  return null;
end $$;
create trigger post_slugs_usage_added after insert on post_slugs
  for each row when (new.author_id is not null) execute function record_slug_usage();
create trigger post_slugs_usage_changed after update of author_id on post_slugs
  for each row when (old.author_id is distinct from new.author_id) execute function record_slug_usage();
create trigger post_slugs_usage_removed after delete on post_slugs
  for each row when (old.author_id is not null) execute function record_slug_usage();

insert into account_usage (account_id, kind, items, bytes)
select author_id, 'posts', count(*), 0 from post_slugs where author_id is not null group by 1;
