import { Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { Button } from '#web/ui/button.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Deletes a post after asking; the API's abilities decide who gets to see this button. */
export function DeletePostButton({ slug, onDeleted }: { slug: string; onDeleted: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function remove() {
    setBusy(true);
    try {
      await getBrowser().api.call('deletePost', { params: { slug } });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
      setOpen(false);
      return;
    }
    notify('success', t('postPage.deleted'));
    onDeleted();
  }

  return (
    <>
      <Button
        variant="secondary"
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        <Trash2 aria-hidden className="size-4" />
        {t('postPage.delete')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={t('postPage.deleteTitle')}
            description={t('postPage.deleteText')}
            confirmLabel={t('postPage.delete')}
            cancelLabel={t('postPage.deleteCancel')}
            danger
            busy={isBusy}
            onConfirm={() => void remove()}
          />
        </Suspense>
      )}
    </>
  );
}
