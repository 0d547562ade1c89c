-- The application analyses the words of a post (server/platform/search): the trigger cannot. A job analyses the rows of
-- version 0 and of older versions.
alter table post_search_index add column analysis tsvector, add column analysis_version integer not null default 0;
alter table post_search_index alter column analysis set storage external;

-- The words of published posts: what typing errors are corrected to, and which words share a root.
create table search_words (
  word text primary key check (word <> '' and length(word) <= 60),
  lemma text not null check (length(lemma) <= 60),
  -- What related words share, with and without the prefix; empty for words of which none are made.
  base text not null check (length(base) <= 60),
  root text not null check (length(root) <= 60),
  analysis_version integer not null
);
create index search_words_starts on search_words (word text_pattern_ops);
create index search_words_trigrams on search_words using gin (word gin_trgm_ops);
create index search_words_lemma on search_words (lemma);
create index search_words_base on search_words (base) where base <> '';
create index search_words_root on search_words (root) where root <> '';

-- Authors whose posts have to be analysed again: their names are among the words of their posts.
create table search_renamed_authors (
  account_id bigint primary key references accounts on delete cascade,
  last_post_id bigint not null default 0
);

create function queue_renamed_author() returns trigger language plpgsql as $$
begin
  insert into search_renamed_authors (account_id) values (new.id)
  on conflict (account_id) do update set last_post_id = 0;
  return null;
end $$;
create trigger accounts_renamed after update on accounts
  for each row when (
    (old.username, old.first_name, old.last_name) is distinct from (new.username, new.first_name, new.last_name)
  ) execute function queue_renamed_author();

create or replace function update_post_search_index() returns trigger language plpgsql as $$
begin
  update post_search_index
  set author_id = new.author_id, category_id = new.category_id, status = new.status,
    created_at = new.created_at, updated_at = new.updated_at,
    -- The words of a published post join the vocabulary.
    analysis_version = case when old.status = new.status and old.author_id = new.author_id then analysis_version else 0 end
  where id = new.id;
  if old.title <> new.title or old.content_text <> new.content_text or old.standfirst is distinct from new.standfirst then
    update post_search_index
    set title = new.title, analysis_version = 0,
      search_vector = build_search_vector(new.title, concat_ws(' ', new.standfirst, new.content_text))
    where id = new.id;
  end if;
  return null;
end $$;
