-- When a discussion closes, how fast people may write, and what stands first. A discussion without a row has the settings of the site.
create table discussion_settings (
  post_id bigint primary key references posts (id) on delete cascade,
  -- Closed by moderators; only they open it again. The author closes a discussion with posts.comments_enabled.
  is_locked boolean not null default false,
  -- Days from the publication; 0 for never, null for the default of the site.
  close_after_days smallint check (close_after_days between 0 and 3650),
  slow_mode_seconds integer not null default 0 check (slow_mode_seconds between 0 and 3600),
  -- The comment that stands first.
  pinned_comment_id bigint references comments (id) on delete set null
);
create index discussion_settings_pinned on discussion_settings (pinned_comment_id) where pinned_comment_id is not null;

create function notify_discussion_change() returns trigger language plpgsql as $$
begin
  perform notify_change('post:' || coalesce(new.post_id, old.post_id));
  return null;
end
$$;
create trigger discussion_settings_notify_change after insert or update or delete on discussion_settings
  for each row execute function notify_discussion_change();
