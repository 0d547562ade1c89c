-- What the nightly sweep of sessions and given-up webhook events looks for.
create index refresh_tokens_expiry on refresh_tokens (expires_at);
create index session_families_expiry on session_families (expires_at);
create index webhook_events_dead on webhook_events (dead_at) where dead_at is not null;
create index feedback_age on feedback (created_at);
