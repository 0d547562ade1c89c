-- Imports that administrators prepare and start in the browser.

-- A file of an administrator, which arrives in parts. Its bytes are in the data folder.
create table import_uploads (
  id uuid primary key,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  received bigint not null default 0 check (received between 0 and bytes),
  created_at timestamptz not null,
  -- Of the last part, or of the last import that was started from it.
  used_at timestamptz not null
);
-- One upload at a time.
create unique index import_uploads_unfinished on import_uploads ((true)) where received < bytes;

-- One import from its plan to its undoing. Imports by command have a task too, so that they can be undone in the browser.
create table import_tasks (
  id bigint generated always as identity primary key,
  source text not null check (source in ('upload', 'folder', 'command')),
  -- Null too when the upload has been deleted.
  upload_id uuid references import_uploads (id) on delete set null,
  folder text check (length(folder) between 1 and 255),
  name text not null check (length(name) between 1 and 500),
  options jsonb not null default '{}',
  stage text not null check (stage in ('plan', 'import', 'undo')),
  state text not null check (state in ('waiting', 'running', 'done', 'stopped', 'failed')),
  is_stopping boolean not null default false,
  run_id bigint references import_runs (id) on delete set null,
  -- Of the present stage.
  done integer not null default 0,
  total integer,
  file text not null default '',
  -- Numbers of files by state.
  plan jsonb,
  report jsonb,
  undone jsonb,
  -- Why the stage failed, in Russian.
  error text,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  -- While a job works on the task.
  beat_at timestamptz
);
create index import_tasks_run on import_tasks (run_id);
create index import_tasks_upload on import_tasks (upload_id);

-- The lines of a plan, the problems that belong to no article, and what stays after undoing.
create table import_task_files (
  task_id bigint not null references import_tasks (id) on delete cascade,
  list text not null check (list in ('plan', 'problems', 'kept')),
  position integer not null,
  file text not null,
  state text not null,
  details jsonb not null default '{}',
  notes jsonb not null default '[]',
  primary key (task_id, list, position)
);
create index import_task_files_state on import_task_files (task_id, list, state, position);

insert into import_tasks (source, name, stage, state, run_id, created_at, changed_at)
select 'command', source, case state when 'undone' then 'undo' else 'import' end,
  case state when 'running' then 'stopped' else 'done' end, id, started_at, coalesce(finished_at, started_at)
from import_runs order by id;
