import { type ReactNode, useState } from 'react';
import * as postToolsMessages from '#locales/ru/post-tools.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { useAction } from '#web/queries/use-action.ts';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';

/** Deletes a post after a confirmation. Render `dialog` outside of any menu. */
export function useDeletePost(
  slug: string,
  onDeleted: () => void,
): { openDialog: () => void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const { isBusy, run } = useAction();

  async function remove(): Promise<void> {
    const send = () => getBrowserClient().api.call('deletePost', { params: { slug } });
    if (await run(send, postToolsMessages.deleted)) onDeleted();
    setOpen(false);
  }

  const dialog = (
    <LazyConfirmDialog
      open={isOpen}
      onOpenChange={setOpen}
      title={postToolsMessages.deleteTitle}
      description={postToolsMessages.deleteText}
      confirmLabel={postToolsMessages.deletePost}
      cancelLabel={postToolsMessages.cancel}
      danger
      busy={isBusy}
      onConfirm={() => void remove()}
    />
  );
  return { openDialog: () => setOpen(true), dialog };
}
