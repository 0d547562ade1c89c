import { t } from '#text/index.ts';
import { TextChanges } from './comparison.tsx';

type Text = { title: string; content: string };

/** What differs between the text that somebody has written and the one that was saved meanwhile. */
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
