import { t } from '#text/index.ts';
import { notify } from '#web/api/notify.ts';
import { Button } from '#web/ui/button.tsx';
import { RecoverableDrafts } from './recoverable-drafts.tsx';
import type { DraftControl } from './use-draft.ts';

const mostShown = 3;

/** The newest recoverable drafts, each with buttons to restore or delete it. */
export function DraftOffers({
  offers,
  restore,
  remove,
}: Pick<DraftControl, 'offers' | 'restore' | 'remove'>) {
  if (offers.length === 0) return null;
  return (
    <RecoverableDrafts
      drafts={offers.slice(0, mostShown)}
      onRemove={(offer) => void remove(offer)}
      renderContinue={(offer, title) => (
        <Button
          size="sm"
          aria-label={t('postDrafts.restoreName', { title })}
          onClick={async () => {
            await restore(offer);
            notify('success', t('postDrafts.restored'));
          }}
        >
          {t('postDrafts.restore')}
        </Button>
      )}
    />
  );
}
