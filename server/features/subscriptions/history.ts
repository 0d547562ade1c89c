import type { HistoryAction } from '#contract/subscribe.ts';
import type { TextKey } from '#text/index.ts';

/** Something that has happened to a subscription or a pin; `metadata` says with what. */
export type HistoryEntry = {
  id: number;
  action: HistoryAction;
  metadata: Record<string, unknown>;
  createdAt: Date;
};

/** The words of an action; they are put together when they are read. */
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
