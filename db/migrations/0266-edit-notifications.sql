-- Authors are told that an editor has changed their text.
alter table notifications drop constraint notifications_kind_check;
alter table notifications
  add constraint notifications_kind_check check (kind in (
    'welcome', 'subscription_activated', 'subscription_extended', 'subscription_cancelled', 'subscription_expiring',
    'subscription_expired', 'payment_failed', 'payment_refunded', 'moderation_decision', 'moderation_end',
    'report_outcome', 'report_case_closed',
    'post_edited', 'comment_edited')) not valid;
