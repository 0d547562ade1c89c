import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { lazy, Suspense, useState } from 'react';
import { hideReasonMaxLength } from '#contract/staff.ts';
import * as moderationMessages from '#locales/ru/moderation.ts';
import { ApiError } from '#web/api/error.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { notify } from '#web/ui/notify.ts';
import { Textarea } from '#web/ui/textarea.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

export type HideTexts = {
  /** The labels of the buttons for screen readers. */
  hide: string;
  restore: string;
  title: string;
  text: string;
  reasonHint: string;
  hidden: string;
  restored: string;
};

type ControlProps = {
  isHidden: boolean;
  texts: HideTexts;
  hide: (reason: string) => Promise<unknown>;
  restore: () => Promise<unknown>;
  onDone: () => void;
};

/** Hides a post or comment after asking for the reason, or restores it without a question. */
export function HideControl({ isHidden, texts, hide, restore, onDone }: ControlProps) {
  const [wasOpened, setWasOpened] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState('');

  async function execute(work: () => Promise<unknown>, done: string) {
    setBusy(true);
    try {
      await work();
      notify('success', done);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
      setOpen(false);
    }
    // Reload after an error too: another moderator may have changed the item first.
    onDone();
  }

  if (isHidden)
    return (
      <Button
        variant="secondary"
        size="sm"
        busy={isBusy}
        aria-label={texts.restore}
        onClick={() => void execute(restore, texts.restored)}
      >
        <Eye aria-hidden className="size-4" />
        {moderationMessages.restore}
      </Button>
    );
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={texts.hide}
        onClick={() => {
          setWasOpened(true);
          setOpen(true);
        }}
      >
        <EyeOff aria-hidden className="size-4" />
        {moderationMessages.hide}
      </Button>
      {wasOpened && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={texts.title}
            description={texts.text}
            confirmLabel={moderationMessages.hide}
            cancelLabel={moderationMessages.cancel}
            danger
            busy={isBusy}
            onConfirm={() => void execute(() => hide(reason), texts.hidden)}
          >
            <Field label={moderationMessages.reason} hint={texts.reasonHint}>
              <Textarea
                value={reason}
                rows={3}
                maxLength={hideReasonMaxLength}
                className="min-h-20"
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}
