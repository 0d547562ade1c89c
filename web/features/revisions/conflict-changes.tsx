import * as revisionsMessages from '#locales/ru/revisions.ts';
import { TextChanges } from './comparison.tsx';

type Text = { title: string; content: string };

/** The differences between the user's text and the text that was saved meanwhile. */
export function ConflictChanges({ mine, theirs }: { mine: Text; theirs: Text }) {
  return (
    <TextChanges
      before={mine}
      after={theirs}
      removed={revisionsMessages.onlyMine}
      added={revisionsMessages.onlyTheirs}
    />
  );
}
