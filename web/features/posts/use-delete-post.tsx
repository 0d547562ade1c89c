import { lazy, type ReactNode, Suspense, useState } from 'react';
import * as postToolsMessages from '#locales/ru/post-tools.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/ui/notify.ts';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

/** Deletes a post after a confirmation. Render `dialog` outside of any menu. */
export function useDeletePost(
  slug: string,
  onDeleted: () => void,
): { openDialog: () => void; dialog: ReactNode } {
  const [dialogState, setDialogState] = useState<'unmounted' | 'open' | 'closed'>('unmounted');
  const [isBusy, setBusy] = useState(false);

  async function remove(): Promise<void> {
    setBusy(true);
    try {
      await getBrowserClient().api.call('deletePost', { params: { slug } });
      notify('success', postToolsMessages.deleted);
      onDeleted();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    }
    setBusy(false);
    setDialogState('closed');
  }

  const dialog = dialogState !== 'unmounted' && (
    <Suspense>
      <ConfirmDialog
        open={dialogState === 'open'}
        onOpenChange={(open) => setDialogState(open ? 'open' : 'closed')}
        title={postToolsMessages.deleteTitle}
        description={postToolsMessages.deleteText}
        confirmLabel={postToolsMessages.deletePost}
        cancelLabel={postToolsMessages.cancel}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
      />
    </Suspense>
  );
  return { openDialog: () => setDialogState('open'), dialog };
}
