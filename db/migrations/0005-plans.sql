create table plans (
  id bigint generated always as identity primary key,
  name text not null,
  price_kopecks bigint not null check (price_kopecks > 0),
  currency text not null default 'RUB' check (currency ~ '^[A-Z]{3}$'),
  duration_days integer not null check (duration_days > 0),
  features jsonb not null default '{}' check (jsonb_typeof(features) = 'object'),
  is_active boolean not null default true,
  created_at timestamptz not null default now()
);

-- A fresh installation can sell from the first minute (contract 7).
insert into plans (name, price_kopecks, duration_days, features)
values ('Premium Monthly', 29900, 30, '{"pin_posts": true, "priority_support": true, "analytics": true}');
