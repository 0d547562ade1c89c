-- Imports of content from other systems. A run is one import of a source; an unfinished run is continued by the next one.
create table import_runs (
  id bigint generated always as identity primary key,
  -- The kind of the source and its name, such as "wordpress:https://blog.example".
  source text not null check (length(source) between 1 and 500),
  state text not null default 'running' check (state in ('running', 'finished', 'undone')),
  started_at timestamptz not null,
  finished_at timestamptz
);
create index import_runs_source on import_runs (source, id);

-- Which object of the site is which object of a source. `object_id` has no foreign key: objects may be deleted here.
create table imported_items (
  source text not null,
  kind text not null check (kind in ('post', 'comment', 'account', 'category', 'picture')),
  source_id text not null check (length(source_id) <= 300),
  -- The run that created the object.
  run_id bigint not null references import_runs (id) on delete cascade,
  object_id bigint not null,
  -- Of the written fields, and the version of the post after it.
  hash text not null default '',
  version integer,
  -- The job that publishes a scheduled post adds one to its version.
  is_scheduled boolean not null default false,
  primary key (source, kind, source_id)
);
create index imported_items_run on imported_items (run_id, kind, object_id);
create index imported_items_object on imported_items (object_id, kind);

-- The report of a run: one row for each file or article of the source.
create table import_files (
  run_id bigint not null references import_runs (id) on delete cascade,
  file text not null check (length(file) <= 1000),
  state text not null,
  notes jsonb not null default '[]',
  primary key (run_id, file)
);

-- Addresses that imported posts had on their earlier site.
create table post_redirects (
  path text primary key check (length(path) between 2 and 500),
  post_id bigint not null references posts (id) on delete cascade
);
create index post_redirects_post on post_redirects (post_id);
