import type { HistoryAction } from '#contract/subscribe.ts';
import type { TextKey } from '#locales/index.ts';

/** An event of a subscription or a pin; `metadata` identifies the plan, payment or post. */
export type HistoryEntry = {
  id: number;
  action: HistoryAction;
  metadata: Record<string, unknown>;
  createdAt: Date;
};

/** The text keys of actions; the text is rendered on every read. */
export const historyTexts: Record<HistoryAction, TextKey> = {
  created: 'subscriptions.historyCreated',
  activated: 'subscriptions.historyActivated',
  renewed: 'subscriptions.historyRenewed',
  cancelled: 'subscriptions.historyCancelled',
  expired: 'subscriptions.historyExpired',
  payment_failed: 'subscriptions.historyPaymentFailed',
  post_pinned: 'subscriptions.historyPostPinned',
  post_unpinned: 'subscriptions.historyPostUnpinned',
};
