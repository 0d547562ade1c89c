-- What editors have placed on the front page: leads, and posts for the row beside the lead. In each section the first
-- placements in effect are shown; without a beginning they are in effect at once, without an end until somebody removes them.
create table front_page_placements (
  id bigint generated always as identity primary key,
  post_id bigint not null references posts (id) on delete cascade,
  section text not null check (section in ('lead', 'row')),
  position integer not null check (position between 1 and 50),
  starts_at timestamptz,
  ends_at timestamptz,
  placed_by bigint references accounts (id) on delete set null,
  placed_at timestamptz not null,
  check (ends_at > starts_at)
);
create index front_page_placements_post on front_page_placements (post_id);
create index front_page_placements_placed_by on front_page_placements (placed_by) where placed_by is not null;

-- The layout is replaced as a whole. Its version tells an editor that another one was faster; its lock makes them take turns.
create table front_page_layout (
  is_only boolean primary key default true check (is_only),
  version integer not null default 1
);
insert into front_page_layout default values;

create function notify_placement_change() returns trigger language plpgsql as $$
begin
  perform notify_change('front-page');
  return null;
end
$$;
create trigger front_page_placements_notify_change after insert or update or delete on front_page_placements
  for each statement execute function notify_placement_change();
