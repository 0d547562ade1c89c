-- same effect as b74db75458ab16d7a6c48d91ed999459e206d5703dc0b753cfd14c473285afa1: the earlier text gave the storage in the column definitions, which PostgreSQL 15 does not know.
-- What searches read, apart from the texts: forty of these rows lie on a page of the disk, of posts four. So a search
-- that has to look at ten thousand posts reads hundreds of pages and not thousands, and a new comment, which counts in
-- posts, writes no index of words anew. Columns are called as in posts, whose lists they make.
create table post_words (
  id bigint primary key references posts (id) on delete cascade,
  author_id bigint not null,
  category_id bigint,
  status text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  title text not null,
  -- ё and е are one letter to a reader who searches.
  title_key text not null generated always as (translate(lower(title), 'ё', 'е')) stored,
  search_vector tsvector not null
) with (toast_tuple_target = 128);
alter table post_words
  alter column title set storage plain,
  alter column title_key set storage plain,
  alter column search_vector set storage external;

create function search_vector_of(title text, content_text text) returns tsvector language sql immutable parallel safe as $$
  select setweight(to_tsvector('russian', translate(lower(title), 'ё', 'е')), 'A')
    || setweight(to_tsvector('simple', translate(lower(title), 'ё', 'е')), 'A')
    || to_tsvector('russian', translate(lower(left(content_text, 100000)), 'ё', 'е'))
    || to_tsvector('simple', translate(lower(left(content_text, 100000)), 'ё', 'е'))
$$;

insert into post_words (id, author_id, category_id, status, created_at, updated_at, title, search_vector)
select id, author_id, category_id, status, created_at, updated_at, title, search_vector from posts;

-- Triggers, and not the services: every road into the table has to be found.
create function add_post_words() returns trigger language plpgsql as $$
begin
  insert into post_words (id, author_id, category_id, status, created_at, updated_at, title, search_vector)
  select id, author_id, category_id, status, created_at, updated_at, title, search_vector_of(title, content_text)
  from added;
  return null;
end $$;
create trigger posts_words_come after insert on posts referencing new table as added
  for each statement execute function add_post_words();

-- The words are taken from the text anew only where it has changed.
create function change_post_words() returns trigger language plpgsql as $$
begin
  update post_words
  set author_id = new.author_id, category_id = new.category_id, status = new.status,
    created_at = new.created_at, updated_at = new.updated_at
  where id = new.id;
  if old.title <> new.title or old.content_text <> new.content_text then
    update post_words
    set title = new.title, search_vector = search_vector_of(new.title, new.content_text)
    where id = new.id;
  end if;
  return null;
end $$;
create trigger posts_words_change after update on posts
  for each row when (
    (old.author_id, old.category_id, old.status, old.created_at, old.updated_at, old.title, old.content_text)
    is distinct from
    (new.author_id, new.category_id, new.status, new.created_at, new.updated_at, new.title, new.content_text)
  ) execute function change_post_words();

set local maintenance_work_mem = '256MB';
create index post_words_search on post_words using gin (search_vector);
create index post_words_titles on post_words using gin (title_key gin_trgm_ops);
-- Samples by blocks of ids: of a word that very many have, a part is enough to know that there are ten thousand.
create index post_words_search_4 on post_words using gin (search_vector) where (id >> 10) % 4 = 0;
create index post_words_search_16 on post_words using gin (search_vector) where (id >> 10) % 16 = 0;
create index comments_content_trigrams_16 on comments
  using gin (translate(lower(content), 'ё', 'е') gin_trgm_ops) where deleted_at is null and (id >> 10) % 16 = 0;
-- Few posts of an author or a category are looked into one by one.
create index post_words_author on post_words (author_id);
create index post_words_category on post_words (category_id);
analyze post_words;

alter table posts drop column search_vector, drop column title_key;
