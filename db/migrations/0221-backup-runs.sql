-- The backups that commands and the schedule have started. The newest rows are kept.
create table backup_runs (
  id bigint generated always as identity primary key,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  -- A folder, or s3://bucket/prefix.
  target text not null check (char_length(target) <= 2000),
  name text not null check (char_length(name) <= 300),
  is_scheduled boolean not null,
  is_encrypted boolean not null,
  bytes bigint check (bytes >= 0),
  pictures integer check (pictures >= 0),
  error text check (char_length(error) <= 500)
);
