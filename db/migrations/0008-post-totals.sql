-- How many posts are published and how many living comments stand under them, kept in the transactions that change it:
-- what lists show beyond the number up to which they count (contract decision 19). In parts by post id, lest all authors
-- wait for one row.
create table post_totals (
  part integer primary key check (part between 0 and 15),
  published bigint not null default 0,
  comments bigint not null default 0
);
insert into post_totals (part, published, comments)
select parts.part, count(posts.id), coalesce(sum(posts.comments_count), 0)
from generate_series(0, 15) as parts (part)
left join posts on posts.id % 16 = parts.part and posts.status = 'published'
group by parts.part;

-- What strangers see of an author; posts_count has drafts in it.
alter table accounts add column published_posts_count integer not null default 0 check (published_posts_count >= 0);
update accounts set published_posts_count = written.published
from (select author_id, count(*) as published from posts where status = 'published' group by author_id) as written
where accounts.id = written.author_id;
