-- How often the process died, or lost the database, while it ran a job. The queue itself counts every start as an
-- attempt; a job is not to fail for good because its process was killed, nor to kill processes without end.
create table job_interruptions (
  job_id bigint primary key,
  times integer not null default 0
);
