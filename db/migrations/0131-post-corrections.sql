-- Corrections of published posts, which readers see under the article.
create table post_corrections (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  editor_id bigint references accounts (id) on delete set null,
  text text not null check (length(text) <= 500),
  created_at timestamptz not null
);
create index post_corrections_post on post_corrections (post_id, id);

create function notify_correction_change() returns trigger language plpgsql as $$
begin
  perform notify_change('post:' || coalesce(new.post_id, old.post_id));
  return null;
end
$$;
create trigger post_corrections_notify_change after insert or update or delete on post_corrections
  for each row execute function notify_correction_change();
