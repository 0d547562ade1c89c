-- A text as searches compare it: the same as `foldCase` of server/platform/search/fold-case.ts. Indexes depend on it: another spelling
-- needs another function. Only a text with marks is composed, because that takes three times as long as all the rest.
create function search_spelling(text text) returns text language sql immutable parallel safe as $$
  select case
    when text ~ U&'[\0300-\036f\00ad\200b-\200f\202a-\202e\2060-\2064\2066-\2069\feff]|№[ \00a0\202f]'
    then translate(lower(regexp_replace(normalize(regexp_replace(normalize(text),
      U&'[\0301\00ad\200b-\200f\202a-\202e\2060-\2064\2066-\2069\feff]+', '', 'g')),
      U&'№[ \00a0\202f]+', '№', 'g')), 'ё', 'е')
    else translate(lower(text), 'ё', 'е')
  end
$$;

-- The values stay until a job analyses the posts again, which it does when the version of the analysis is raised.
alter table post_search_index alter column title_key drop expression;
create function set_title_key() returns trigger language plpgsql as $$
begin
  new.title_key := search_spelling(new.title);
  return new;
end $$;
create trigger post_search_index_title_key before insert or update of title, analysis_version on post_search_index
  for each row execute function set_title_key();
