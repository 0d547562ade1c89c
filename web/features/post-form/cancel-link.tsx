import ArrowLeft from 'lucide-react/icons/arrow-left';
import { lazy, type MouseEvent, useState } from 'react';
import { useNavigate } from 'react-router';
import * as postFormMessages from '#locales/ru/post-form.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/client.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';
import { notify } from '#web/ui/notify.ts';
import type { Draft, DraftState } from './draft.ts';

const CancelDialog = lazy(() =>
  import('./cancel-dialog.tsx').then((module) => ({ default: module.CancelDialog })),
);

type CancelProps = {
  draft: Draft;
  /** Null until the first change. */
  state: DraftState | null;
  to: string;
  /** Says what becomes of the text. */
  explanation: string;
  /** Called before the form is left without the draft. */
  onDiscard: () => void;
};

/** «Отмена»: leaves the form, and says first what becomes of a changed text. */
export function CancelLink({ draft, state, to, explanation, onDiscard }: CancelProps) {
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);

  function handleClick(event: MouseEvent): void {
    // Without a change there is nothing to say; a text that is stored nowhere is the concern of `LeaveGuard`.
    const opensElsewhere = event.ctrlKey || event.metaKey || event.shiftKey;
    if (state === null || draft.isUnsaved() || opensElsewhere) return;
    event.preventDefault();
    setOpen(true);
  }

  async function discard(): Promise<void> {
    setBusy(true);
    try {
      await draft.pause();
      await getBrowserClient().api.call('deleteDraft', { params: { key: draft.name.draft_key } });
      onDiscard();
      await draft.finish();
      notify('success', postFormMessages.cancelDiscarded);
      await navigate(to);
    } catch (error) {
      draft.resume();
      // A toast has shown the error.
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
  }

  return (
    <>
      <ButtonLink to={to} variant="quiet" onClick={handleClick} className="-ml-3 max-sm:px-3">
        <ArrowLeft aria-hidden className="size-4" />
        <span className="max-sm:sr-only">{postFormMessages.cancel}</span>
      </ButtonLink>
      <MountOnOpen open={isOpen}>
        <CancelDialog
          open={isOpen}
          onOpenChange={setOpen}
          explanation={explanation}
          isBusy={isBusy}
          onLeave={() => void navigate(to)}
          onDiscard={() => void discard()}
        />
      </MountOnOpen>
    </>
  );
}
