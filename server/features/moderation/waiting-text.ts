import type { WaitingRule, waitingTextKinds } from '#contract/publication-rules.ts';
import type { Author } from '#server/features/accounts/index.ts';

export type WaitingKind = (typeof waitingTextKinds)[number];
export type WaitingText = {
  kind: WaitingKind;
  id: number;
  title: string;
  slug: string;
  text: string;
  rule: WaitingRule;
  author: Author;
  since: Date;
  updatedAt: Date;
};
