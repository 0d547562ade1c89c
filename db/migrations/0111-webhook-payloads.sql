-- Some providers send forms, which are not JSON.
alter table webhook_events
  alter column payload type text;
