-- Browser and system of the login, such as "Firefox, Linux"; empty if unknown.
alter table session_families add column device text not null default '';
-- When the owner last proved who they are in this session; null means at the login.
alter table session_families add column confirmed_at timestamptz;
