-- The first comment of the thread that a comment belongs to, itself where it is the first. Along the index a discussion is
-- read in parts: threads from the newest on, what belongs to each from its beginning on. A trigger sets the column, so that
-- every way into the table does.
alter table comments add column thread_id bigint;
alter table comments disable trigger user;
with recursive threads as (
  select id, id as thread_id from comments where parent_id is null
  union all
  select reply.id, threads.thread_id from threads join comments as reply on reply.parent_id = threads.id
)
update comments set thread_id = threads.thread_id from threads where comments.id = threads.id;
alter table comments enable trigger user;
-- The default is never seen: the trigger below replaces it, and what comes in without the trigger names its thread.
alter table comments alter column thread_id set default 0, alter column thread_id set not null,
  add constraint comments_thread_id_check check (thread_id > 0);
create index comments_thread on comments (post_id, thread_id desc, id);

create function set_comment_thread() returns trigger language plpgsql as $$
begin
  new.thread_id := coalesce((select thread_id from comments where id = new.parent_id), new.id);
  return new;
end $$;
create trigger comments_thread_set before insert on comments
  for each row execute function set_comment_thread();
