import type { Message } from '#contract/errors.ts';
import type { WaitingRule } from '#contract/publication-rules.ts';
import type { RuleId } from '#contract/rules.ts';
import type { Db } from './db/database.ts';
import type { AppError } from './errors.ts';
import type { ReadText } from './text-reading.ts';

/** A text that a moderator has hidden or restored. `name` is its title or its beginning. */
export type ModeratedText = { kind: 'post' | 'comment'; id: number; name: string; authorId: number };

/** `wasWaiting`: readers had not seen this version of the text. */
export type RestoredText = { text: ModeratedText; wasWaiting: boolean };

/** A text that is about to be shown to readers. */
export type JudgedText = {
  authorId: number;
  categoryId: number | null;
  text: ReadText;
  /** What an edit of a public text replaces. */
  before?: ReadText | undefined;
  /** Whether a field was filled in that people do not see. */
  isTrapped?: boolean;
  /** The field of the body that a refusal names; `content` by default. */
  field?: string;
};
/** Why the text waits for a moderator, or null; with an error for its author if it must not be published at all. */
export type TextVerdict = { rule: WaitingRule | null; refusal?: AppError };

/** Decides whether readers see a text at once, in the transaction that publishes it, before its counters change. */
export type TextJudgePort = { judge(tx: Db, text: JudgedText): Promise<TextVerdict> };

/** Why readers must not see a text that never waits, or undefined. */
export type TextProblemPort = {
  findTextProblem(db: Db, text: { authorId: number; text: ReadText }): Promise<Message | undefined>;
};

/** What the slices of texts report, in the transaction that hides or restores. */
export type TextModerationPort = {
  onHidden(
    tx: Db,
    text: ModeratedText,
    why: { moderatorId: number; rule: RuleId | null; reason: string; at: Date },
  ): Promise<void>;
  onRestored(
    tx: Db,
    text: ModeratedText,
    by: { moderatorId: number; at: Date } & Pick<RestoredText, 'wasWaiting'>,
  ): Promise<void>;
};
