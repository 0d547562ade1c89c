-- What an author's lists read: published posts from the index alone, drafts without passing by the published ones.
create index posts_author_published on posts (author_id, created_at desc, id desc) where status = 'published';
create index posts_author_drafts on posts (author_id, created_at desc, id desc) where status = 'draft';
create index posts_drafts_created on posts (created_at desc, id desc) where status = 'draft';

-- How many posts were published in a month, so that a page far down is found without counting through all before it.
-- In parts by post id where no category keeps authors apart, lest all of them wait for one row.
create table post_months (
  -- 0 for posts without a category.
  category_id bigint not null,
  month date not null,
  part integer not null,
  published integer not null check (published >= 0),
  primary key (category_id, month, part)
);

create function count_post_month(post posts, difference integer) returns void language plpgsql as $$
begin
  if post.status <> 'published' then return; end if;
  insert into post_months as counted (category_id, month, part, published)
  values (
    coalesce(post.category_id, 0),
    date_trunc('month', post.created_at at time zone 'UTC'),
    case when post.category_id is null then post.id % 16 else 0 end,
    greatest(difference, 0)
  )
  on conflict (category_id, month, part) do update set published = counted.published + difference;
end $$;

-- A trigger, and not the services: every road into the table counts, and no list is right when one of them forgets.
create function count_post_months() returns trigger language plpgsql as $$
begin
  -- The smaller category first, lest two moves wait crosswise.
  if tg_op = 'UPDATE' and coalesce(new.category_id, 0) < coalesce(old.category_id, 0) then
    perform count_post_month(new, 1);
    perform count_post_month(old, -1);
  else
    if tg_op <> 'INSERT' then perform count_post_month(old, -1); end if;
    if tg_op <> 'DELETE' then perform count_post_month(new, 1); end if;
  end if;
  return null;
end $$;

create trigger posts_months_come_and_go after insert or delete on posts
  for each row execute function count_post_months();
create trigger posts_months_move after update on posts
  for each row when (
    old.status is distinct from new.status
    or old.category_id is distinct from new.category_id
    or old.created_at is distinct from new.created_at
  ) execute function count_post_months();

insert into post_months (category_id, month, part, published)
select
  coalesce(category_id, 0),
  date_trunc('month', created_at at time zone 'UTC'),
  case when category_id is null then id % 16 else 0 end,
  count(*)
from posts where status = 'published' group by 1, 2, 3;
