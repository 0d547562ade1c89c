import { lazy, type ReactNode, Suspense, useState } from 'react';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Deletes a post after a confirmation. Render `dialog` outside of any menu. */
export function useDeletePost(slug: string, onDeleted: () => void): { ask: () => void; dialog: ReactNode } {
  const [question, setQuestion] = useState<'unasked' | 'open' | 'closed'>('unasked');
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await getBrowser().api.call('deletePost', { params: { slug } });
      notify('success', t('postTools.deleted'));
      onDeleted();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    setBusy(false);
    setQuestion('closed');
  }

  const dialog = question !== 'unasked' && (
    <Suspense>
      <ConfirmDialog
        open={question === 'open'}
        onOpenChange={(open) => setQuestion(open ? 'open' : 'closed')}
        title={t('postTools.deleteTitle')}
        description={t('postTools.deleteText')}
        confirmLabel={t('postTools.delete')}
        cancelLabel={t('postTools.cancel')}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </Suspense>
  );
  return { ask: () => setQuestion('open'), dialog };
}
