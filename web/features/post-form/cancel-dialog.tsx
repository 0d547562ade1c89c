import * as postFormMessages from '#locales/ru/post-form.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialog.tsx';

type DialogProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  explanation: string;
  isBusy: boolean;
  onLeave: () => void;
  onDiscard: () => void;
};

/** Says what becomes of a text whose form is closed, and offers to delete it. */
export function CancelDialog({ open, onOpenChange, explanation, isBusy, onLeave, onDiscard }: DialogProps) {
  return (
    <ConfirmDialog
      open={open}
      onOpenChange={onOpenChange}
      title={postFormMessages.cancelTitle}
      description={explanation}
      confirmLabel={postFormMessages.cancelLeave}
      cancelLabel={postFormMessages.cancelStay}
      busy={isBusy}
      onConfirm={onLeave}
    >
      <Button variant="quiet" busy={isBusy} onClick={onDiscard} className="-ml-3 text-danger">
        {postFormMessages.cancelDiscard}
      </Button>
    </ConfirmDialog>
  );
}
