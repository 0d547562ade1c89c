import Trash from 'lucide-react/icons/trash';
import { lazy, Suspense, useState } from 'react';
import { t } from '#text/index.ts';
import { ActionButton } from './action-button.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

type DeleteProps = { name: string; hasReplies: boolean; onConfirm: () => Promise<void> };

/** The «Удалить» button under a comment, with a confirmation dialog. */
export function DeleteComment({ name, hasReplies, onConfirm }: DeleteProps) {
  const [question, setQuestion] = useState<'unasked' | 'open' | 'closed'>('unasked');
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
        label={t('commentThread.removeName', { name })}
        onClick={() => setQuestion('open')}
      >
        {t('commentThread.remove')}
      </ActionButton>
      {question !== 'unasked' && (
        <Suspense>
          <ConfirmDialog
            open={question === 'open'}
            onOpenChange={(open) => setQuestion(open ? 'open' : 'closed')}
            title={t('commentThread.removeTitle')}
            description={t(hasReplies ? 'commentThread.removeTextReplies' : 'commentThread.removeText')}
            confirmLabel={t('commentThread.remove')}
            cancelLabel={t('commentThread.cancel')}
            danger
            busy={isBusy}
            onConfirm={() => void confirm()}
          />
        </Suspense>
      )}
    </>
  );
}
