-- outside a transaction: decisions may be many
drop index concurrently if exists moderation_decisions_log_kind;
-- The public log by kind, by rule and by both, newest first.
create index concurrently moderation_decisions_log_kind on moderation_decisions (target_kind, id desc);
drop index concurrently if exists moderation_decisions_log_rule;
create index concurrently moderation_decisions_log_rule on moderation_decisions (rule, id desc);
drop index concurrently if exists moderation_decisions_log_kind_rule;
create index concurrently moderation_decisions_log_kind_rule on moderation_decisions (target_kind, rule, id desc);
