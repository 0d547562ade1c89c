-- Authors are told that a moderator has published what waited; staff, that far more arrives than usual.
alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end',
    'objection_upheld', 'objection_overturned', 'report_outcome', 'report_case_closed', 'post_edited', 'comment_edited',
    'data_copy_ready', 'text_published', 'flood')) not valid;
