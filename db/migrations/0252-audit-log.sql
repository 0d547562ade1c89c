-- What staff did: who, from where, what, before, after. Names are those of the time; nothing refers to other tables, because
-- nothing may change a row.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null for commands of the operator.
  actor_id bigint,
  actor_name text not null,
  actor_role text not null,
  address text not null,
  action text not null,
  target_kind text not null,
  target_id bigint,
  target_name text not null,
  before jsonb,
  after jsonb,
  expires_at timestamptz not null check (expires_at >= at + interval '30 days')
);
create index audit_log_actor on audit_log (actor_id, id desc);
create index audit_log_action on audit_log (action, id desc);
create index audit_log_target on audit_log (target_kind, target_id, id desc);
create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_expiry on audit_log (expires_at);
create index audit_log_words on audit_log using gin ((actor_name || ' ' || target_name) gin_trgm_ops);

-- Append-only for the application, whatever its rights are: rows never change, and only expired ones are deleted.
create function refuse_audit_changes() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.expires_at < now() then
    return old;
  end if;
  raise exception 'audit_log is append-only' using errcode = 'insufficient_privilege';
end
$$;
create trigger audit_log_rows before update or delete on audit_log for each row execute function refuse_audit_changes();
create trigger audit_log_truncate before truncate on audit_log for each statement execute function refuse_audit_changes();
