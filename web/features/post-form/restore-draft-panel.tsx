import { interpolate } from '#locales/interpolate.ts';
import * as postDraftsMessages from '#locales/ru/post-drafts.ts';
import { Button } from '#web/ui/button.tsx';
import { notify } from '#web/ui/notify.ts';
import { RecoverableDraftList } from './recoverable-draft-list.tsx';
import type { DraftControl } from './use-draft.ts';

const maxVisible = 3;

/** The newest recoverable drafts, each with buttons to restore or delete it. */
export function RestoreDraftPanel({
  recoverableDrafts,
  restore,
  remove,
}: Pick<DraftControl, 'recoverableDrafts' | 'restore' | 'remove'>) {
  if (recoverableDrafts.length === 0) return null;
  return (
    <RecoverableDraftList
      drafts={recoverableDrafts.slice(0, maxVisible)}
      onRemove={(draft) => void remove(draft)}
      renderContinue={(draft, title) => (
        <Button
          size="sm"
          aria-label={interpolate(postDraftsMessages.restoreName, { title })}
          onClick={async () => {
            await restore(draft);
            notify('success', postDraftsMessages.restored);
          }}
        >
          {postDraftsMessages.restore}
        </Button>
      )}
    />
  );
}
