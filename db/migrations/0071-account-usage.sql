-- What each account keeps, in number and bytes. Rows are only added, by triggers, so that a write waits for nobody; the sum of
-- an account's rows is its usage, and a write of its own now and then replaces them by their sum.
create table account_usage (
  account_id bigint not null,
  kind text not null check (kind in ('posts', 'drafts', 'revisions', 'comments', 'pictures')),
  items bigint not null,
  bytes bigint not null
);
create index account_usage_account on account_usage (account_id) include (kind, items, bytes);

-- The account that a former text counts for: its post's author. The post is gone already when its revisions go.
alter table post_revisions add column account_id bigint;
update post_revisions set account_id = posts.author_id from posts where posts.id = post_revisions.post_id;
alter table post_revisions alter column account_id set not null;

insert into account_usage (account_id, kind, items, bytes)
select author_id, 'posts', count(*), sum(octet_length(title) + octet_length(content)) from posts group by 1
union all
select account_id, 'drafts', count(*), sum(octet_length(title) + octet_length(content)) from post_drafts group by 1
union all
select account_id, 'revisions', count(*), sum(octet_length(title) + octet_length(content)) from post_revisions group by 1
union all
select author_id, 'comments', count(*), sum(octet_length(content)) from comments group by 1
union all
select owner_id, 'pictures', count(*), sum(bytes) from media group by 1;

-- Arguments: the kind, the column of the account, what a row weighs.
create function note_usage() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into account_usage (account_id, kind, items, bytes)
     select %1$I, %2$L, %3$s * count(*), %3$s * sum(%4$s) from changed group by 1',
    tg_argv[1], tg_argv[0], case tg_op when 'DELETE' then -1 else 1 end, tg_argv[2]
  );
  return null;
end
$$;

create trigger posts_usage_added after insert on posts referencing new table as changed for each statement
  execute function note_usage('posts', 'author_id', 'octet_length(title) + octet_length(content)');
create trigger posts_usage_removed after delete on posts referencing old table as changed for each statement
  execute function note_usage('posts', 'author_id', 'octet_length(title) + octet_length(content)');
create trigger drafts_usage_added after insert on post_drafts referencing new table as changed for each statement
  execute function note_usage('drafts', 'account_id', 'octet_length(title) + octet_length(content)');
create trigger drafts_usage_removed after delete on post_drafts referencing old table as changed for each statement
  execute function note_usage('drafts', 'account_id', 'octet_length(title) + octet_length(content)');
create trigger revisions_usage_added after insert on post_revisions referencing new table as changed for each statement
  execute function note_usage('revisions', 'account_id', 'octet_length(title) + octet_length(content)');
create trigger revisions_usage_removed after delete on post_revisions referencing old table as changed for each statement
  execute function note_usage('revisions', 'account_id', 'octet_length(title) + octet_length(content)');
create trigger comments_usage_added after insert on comments referencing new table as changed for each statement
  execute function note_usage('comments', 'author_id', 'octet_length(content)');
create trigger comments_usage_removed after delete on comments referencing old table as changed for each statement
  execute function note_usage('comments', 'author_id', 'octet_length(content)');
create trigger pictures_usage_added after insert on media referencing new table as changed for each statement
  execute function note_usage('pictures', 'owner_id', 'bytes');
create trigger pictures_usage_removed after delete on media referencing old table as changed for each statement
  execute function note_usage('pictures', 'owner_id', 'bytes');

-- Only where a text gets another length; that of a long text is known without reading it.
create function note_grown_post() returns trigger language plpgsql as $$
begin
  insert into account_usage (account_id, kind, items, bytes)
  values (new.author_id, 'posts', 0, octet_length(new.title) + octet_length(new.content)
    - octet_length(old.title) - octet_length(old.content));
  return null;
end
$$;
create trigger posts_usage_changed after update of title, content on posts for each row
  when (octet_length(old.title) + octet_length(old.content) <> octet_length(new.title) + octet_length(new.content))
  execute function note_grown_post();

create function note_grown_draft() returns trigger language plpgsql as $$
begin
  insert into account_usage (account_id, kind, items, bytes)
  values (new.account_id, 'drafts', 0, octet_length(new.title) + octet_length(new.content)
    - octet_length(old.title) - octet_length(old.content));
  return null;
end
$$;
create trigger drafts_usage_changed after update of title, content on post_drafts for each row
  when (octet_length(old.title) + octet_length(old.content) <> octet_length(new.title) + octet_length(new.content))
  execute function note_grown_draft();

create function note_grown_comment() returns trigger language plpgsql as $$
begin
  insert into account_usage (account_id, kind, items, bytes)
  values (new.author_id, 'comments', 0, octet_length(new.content) - octet_length(old.content));
  return null;
end
$$;
create trigger comments_usage_changed after update of content on comments for each row
  when (octet_length(old.content) <> octet_length(new.content))
  execute function note_grown_comment();

-- Drafts that are empty or repeat a saved text are swept when they are old.
create index post_drafts_age on post_drafts (updated_at);
