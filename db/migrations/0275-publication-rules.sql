-- Which texts wait for a moderator before readers see them. A replaced row has the next version.
create table publication_rules (
  is_only boolean primary key default true check (is_only),
  version integer not null default 1,
  -- Null: the rules of a new site (contract/publication-rules.ts).
  rules jsonb
);
insert into publication_rules default values;

-- What newcomers have published on a day of Moscow: texts and links of an account, texts that link to a domain, equal texts.
create table publication_counts (
  day date not null,
  kind text not null check (kind in ('texts', 'links', 'domain', 'text')),
  subject text not null,
  count integer not null,
  primary key (day, kind, subject)
);

-- A text that waits is a hidden one that no moderator has hidden: every list, counter and page leaves it out by itself.
alter table posts
  add column waiting_rule text,
  add constraint posts_waiting check (waiting_rule is null or status = 'hidden') not valid;
alter table comments
  add column waiting_rule text,
  add constraint comments_waiting check (waiting_rule is null or is_hidden) not valid;

-- The account filled in a field that people do not see: its texts wait until a moderator has published one of them.
alter table accounts add column is_trapped boolean not null default false;

-- A post that waits may never have been public: it has no public names, also when it is hidden then.
alter table posts drop constraint posts_public_names;
alter table posts add constraint posts_public_names check (
  (public_title is null) = (public_slug is null) and (status <> 'published' or public_title is null)
) not valid;
create or replace function store_public_names() returns trigger language plpgsql as $$
begin
  if new.status <> 'hidden' then
    new.waiting_rule := null;
  end if;
  if new.status = 'published' then
    new.public_title := null;
    new.public_slug := null;
  elsif tg_op = 'INSERT' then
    if new.waiting_rule is null then
      new.public_title := new.title;
      new.public_slug := new.slug;
    end if;
  elsif old.status = 'published' then
    new.public_title := old.title;
    new.public_slug := old.slug;
  end if;
  return new;
end $$;
