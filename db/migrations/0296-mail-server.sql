-- What the mail server said when it last accepted a mail; no row before the first one.
create table mail_server (
  is_known boolean primary key default true check (is_known),
  -- Whether it accepts addresses with letters outside ASCII before the @ (SMTPUTF8).
  accepts_unicode_names boolean not null
);
