import Trash from 'lucide-react/icons/trash';
import { useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { ActionButton } from './action-button.tsx';

type DeleteProps = { name: string; hasReplies: boolean; onConfirm: () => Promise<void> };

/** The «Удалить» button under a comment, with a confirmation dialog. */
export function DeleteComment({ name, hasReplies, onConfirm }: DeleteProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setOpen(false);
  }

  return (
    <>
      <ActionButton
        Icon={Trash}
        label={interpolate(commentActionsMessages.removeName, { name })}
        onClick={() => setOpen(true)}
      >
        {commentActionsMessages.remove}
      </ActionButton>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={commentActionsMessages.removeTitle}
        description={
          hasReplies ? commentActionsMessages.removeTextReplies : commentActionsMessages.removeText
        }
        confirmLabel={commentActionsMessages.remove}
        cancelLabel={commentActionsMessages.cancel}
        danger
        busy={isBusy}
        onConfirm={() => void confirm()}
      />
    </>
  );
}
