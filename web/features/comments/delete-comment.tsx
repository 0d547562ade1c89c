import Trash from 'lucide-react/icons/trash';
import { lazy, Suspense, useState } from 'react';
import { interpolate } from '#locales/interpolate.ts';
import * as commentActionsMessages from '#locales/ru/comment-actions.ts';
import { ActionButton } from './action-button.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type DeleteProps = { name: string; hasReplies: boolean; onConfirm: () => Promise<void> };

/** The «Удалить» button under a comment, with a confirmation dialog. */
export function DeleteComment({ name, hasReplies, onConfirm }: DeleteProps) {
  const [question, setQuestion] = useState<'unmounted' | 'open' | 'closed'>('unmounted');
  const [isBusy, setBusy] = useState(false);

  async function confirm(): Promise<void> {
    setBusy(true);
    await onConfirm();
    setBusy(false);
    setQuestion('closed');
  }

  return (
    <>
      <ActionButton
        Icon={Trash}
        label={interpolate(commentActionsMessages.removeName, { name })}
        onClick={() => setQuestion('open')}
      >
        {commentActionsMessages.remove}
      </ActionButton>
      {question !== 'unmounted' && (
        <Suspense>
          <ConfirmDialog
            open={question === 'open'}
            onOpenChange={(open) => setQuestion(open ? 'open' : 'closed')}
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
        </Suspense>
      )}
    </>
  );
}
