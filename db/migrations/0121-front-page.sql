-- When and by whom a post was taken off the front page; null: the front page may show it.
alter table posts
  add column off_front_page_at timestamptz,
  add column off_front_page_by bigint references accounts (id) on delete set null;
create index posts_off_front_page_by on posts (off_front_page_by) where off_front_page_by is not null;
