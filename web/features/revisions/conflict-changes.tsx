import type { RevisedFields } from '#contract/post-fields.ts';
import * as revisionsMessages from '#locales/ru/revisions.ts';
import { TextChanges } from './comparison.tsx';

/** The differences between the user's text and the text that was saved meanwhile. */
export function ConflictChanges({ mine, theirs }: { mine: RevisedFields; theirs: RevisedFields }) {
  return (
    <TextChanges
      before={mine}
      after={theirs}
      removed={revisionsMessages.onlyMine}
      added={revisionsMessages.onlyTheirs}
    />
  );
}
