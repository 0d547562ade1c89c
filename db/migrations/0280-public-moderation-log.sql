-- Whether reports led to a decision; null for decisions from before this column.
alter table moderation_decisions add column had_reports boolean;

-- The public log changes with every decision and every objection.
create function notify_moderation_change() returns trigger language plpgsql as $$
begin
  perform notify_change('moderation-log');
  return null;
end
$$;
create trigger moderation_decisions_notify_change after insert or update or delete on moderation_decisions
  for each statement execute function notify_moderation_change();
create trigger moderation_objections_notify_change after insert or update or delete on moderation_objections
  for each statement execute function notify_moderation_change();
