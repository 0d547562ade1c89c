import { type FormEvent, useState } from 'react';
import { fullDate } from '#locales/format.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as leavingMessages from '#locales/ru/leaving.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { notify } from '#web/ui/notify.ts';
import { Radio, RadioGroup } from '#web/ui/radio-group.tsx';

/** Says what a deletion means, asks what becomes of the texts, and requests it. All sessions end with the request. */
export function DeleteAccountDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [isBusy, setBusy] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault();
    const texts = new FormData(event.currentTarget).get('texts') === 'remove' ? 'remove' : 'keep';
    setBusy(true);
    try {
      const { api, session } = getBrowserClient();
      const { due_at: dueAt } = await api.call('requestAccountDeletion', { body: { texts } });
      // The server has ended the session; this forgets it here.
      await session.logout();
      notify('success', interpolate(leavingMessages.requested, { day: fullDate(dueAt) }));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setBusy(false);
    }
  }

  return (
    <FormDialog open={open} onOpenChange={(isOpen) => !isOpen && onClose()} title={leavingMessages.title}>
      <form className="mt-3 flex flex-col gap-5" onSubmit={(event) => void submit(event)}>
        <ul className="flex list-disc flex-col gap-1 pl-5 text-sm text-soft">
          {leavingMessages.consequences.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <RadioGroup legend={leavingMessages.texts}>
          <Radio
            name="texts"
            value="keep"
            defaultChecked
            label={leavingMessages.keep}
            hint={leavingMessages.keepHint}
          />
          <Radio
            name="texts"
            value="remove"
            label={leavingMessages.remove}
            hint={leavingMessages.removeHint}
          />
        </RadioGroup>
        <div className="flex flex-col-reverse gap-3 sm:flex-row sm:justify-end">
          <Button type="button" variant="secondary" onClick={onClose}>
            {leavingMessages.stay}
          </Button>
          <Button type="submit" variant="danger" busy={isBusy}>
            {leavingMessages.confirm}
          </Button>
        </div>
      </form>
    </FormDialog>
  );
}
