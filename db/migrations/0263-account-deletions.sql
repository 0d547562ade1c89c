-- The deletion of an account. Requested: due_at. Executed: deleted_at; due_at stays until nothing private is left.
alter table accounts
  add column deletion_due_at timestamptz,
  -- What becomes of the texts: keep or remove.
  add column deletion_texts text,
  add column deleted_at timestamptz;
