-- The names of the payment providers are in contract/payment-providers.ts only, so that a new one needs no migration.
alter table payments
  drop constraint payments_payment_method_check,
  drop constraint payments_provider_check;
