-- One row while writes are refused (npm run maintenance).
create table maintenance (
  is_on boolean primary key default true check (is_on),
  started_at timestamptz not null default now(),
  -- For the header Retry-After.
  retry_after_seconds integer not null check (retry_after_seconds between 1 and 86400)
);
