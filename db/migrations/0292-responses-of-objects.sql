-- A stored response goes with the object that its request has created, and its bytes count in the quota of the account. The key
-- stays until it expires: a repetition creates nothing again.
alter table idempotency_keys
  add column object_kind text,
  add column object_id bigint,
  drop constraint idempotency_keys_check,
  add constraint idempotency_keys_check check (body is null or status is not null) not valid;

create function forget_responses() returns trigger language plpgsql as $$
begin
  update idempotency_keys as k set body = null
  from gone where k.object_kind = tg_argv[0] and k.object_id = gone.id and k.body is not null;
  return null;
end $$;
create trigger posts_responses_go after delete on posts referencing old table as gone
  for each statement execute function forget_responses('post');
create trigger comments_responses_go after delete on comments referencing old table as gone
  for each statement execute function forget_responses('comment');
create trigger corrections_responses_go after delete on post_corrections referencing old table as gone
  for each statement execute function forget_responses('correction');
create trigger pictures_responses_go after delete on media referencing old table as gone
  for each statement execute function forget_responses('picture');

-- The row of a deleted comment stays.
create function forget_response_of_comment() returns trigger language plpgsql as $$
begin
  update idempotency_keys set body = null
  where object_kind = 'comment' and object_id = new.id and body is not null;
  return null;
end $$;
create trigger comments_response_goes after update of deleted_at on comments
  for each row when (old.deleted_at is null and new.deleted_at is not null and not new.is_hidden)
  execute function forget_response_of_comment();

create function record_response_usage() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    insert into account_usage (account_id, kind, items, bytes)
    select account_id, usage_kind_of_response(object_kind), 0, sum(octet_length(body)) from after
    where object_kind is not null and body is not null group by 1, 2;
  end if;
  insert into account_usage (account_id, kind, items, bytes)
  select account_id, usage_kind_of_response(object_kind), 0, -sum(octet_length(body)) from before
  where object_kind is not null and body is not null group by 1, 2;
  return null;
end $$;
create function usage_kind_of_response(object_kind text) returns text language sql immutable as
  $$ select case object_kind when 'comment' then 'comments' when 'picture' then 'pictures' else 'posts' end $$;
create trigger idempotency_keys_usage_changed after update on idempotency_keys
  referencing old table as before new table as after for each statement execute function record_response_usage();
create trigger idempotency_keys_usage_removed after delete on idempotency_keys
  referencing old table as before for each statement execute function record_response_usage();
