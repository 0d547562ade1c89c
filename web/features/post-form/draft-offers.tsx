import { useState } from 'react';
import { dateAndTime } from '#text/format.ts';
import { t } from '#text/index.ts';
import { notify } from '#web/api/notify.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';
import type { UnsavedText } from './unsaved-texts.ts';
import type { DraftControl } from './use-draft.ts';

const mostShown = 3;

/** Texts that were left behind, the newest ones: to go on with them or to throw them away. */
export function DraftOffers({
  offers,
  restore,
  remove,
}: Pick<DraftControl, 'offers' | 'restore' | 'remove'>) {
  const [doomed, setDoomed] = useState<UnsavedText | null>(null);
  if (offers.length === 0) return null;
  return (
    <>
      <ul className="flex flex-col gap-3">
        {offers.slice(0, mostShown).map((offer) => (
          <Offer
            key={`${offer.key} ${offer.at}`}
            offer={offer}
            onRestore={async () => {
              await restore(offer);
              notify('success', t('postDrafts.restored'));
            }}
            onRemove={() => setDoomed(offer)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={doomed !== null}
        onOpenChange={(open) => !open && setDoomed(null)}
        title={t('postDrafts.removeTitle')}
        description={t('postDrafts.removeText', { title: titleOf(doomed) })}
        confirmLabel={t('postDrafts.remove')}
        cancelLabel={t('postDrafts.keep')}
        danger
        onConfirm={() => {
          if (doomed) void remove(doomed);
          setDoomed(null);
        }}
      />
    </>
  );
}

type OfferProps = { offer: UnsavedText; onRestore: () => Promise<void>; onRemove: () => void };

function Offer({ offer, onRestore, onRemove }: OfferProps) {
  const title = titleOf(offer);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-3 rounded-sm border-l-4 border-rule-strong bg-sunk px-4 py-3">
      <div className="min-w-0 flex-1 basis-56">
        <p className="text-sm">{t('postDrafts.found', { date: dateAndTime(offer.at) })}</p>
        <p className="truncate font-medium">{title}</p>
      </div>
      <div className="flex gap-3">
        <Button
          size="sm"
          aria-label={t('postDrafts.restoreName', { title })}
          onClick={() => void onRestore()}
        >
          {t('postDrafts.restore')}
        </Button>
        <Button
          size="sm"
          variant="secondary"
          aria-label={t('postDrafts.removeName', { title })}
          onClick={onRemove}
        >
          {t('postDrafts.remove')}
        </Button>
      </div>
    </li>
  );
}

const titleOf = (offer: UnsavedText | null): string => offer?.title.trim() || t('postDrafts.untitled');
