-- Whether the tax office has the receipt of a payment or a refund, as its provider says; null where it registers none.
alter table checkouts
  add column receipt text check (receipt in ('pending', 'succeeded', 'failed'));
alter table refunds
  add column receipt text check (receipt in ('pending', 'succeeded', 'failed'));

-- The staff looks a payment up by what its provider calls it.
create index checkouts_provider_id on checkouts (provider_id) where provider_id is not null;
create index refunds_provider_id on refunds (provider_id) where provider_id is not null;
