import { t } from '#text/index.ts';
import { TextChanges } from './comparison.tsx';

type Text = { title: string; content: string };

/** The differences between the user's text and the text that was saved meanwhile. */
export function ConflictChanges({ mine, theirs }: { mine: Text; theirs: Text }) {
  return (
    <TextChanges
      before={mine}
      after={theirs}
      removed={t('revisions.onlyMine')}
      added={t('revisions.onlyTheirs')}
    />
  );
}
