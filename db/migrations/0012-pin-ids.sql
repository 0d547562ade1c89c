-- Pins are shown with an id of their own (contract 2).
alter table pins add column id bigint not null generated always as identity constraint pins_id_key unique;
