import { useState } from 'react';
import type { Plan } from '#contract/subscribe.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPlansMessages from '#locales/ru/staff-plans.ts';
import { getBrowserClient } from '#web/api/browser-client.ts';
import { ApiError } from '#web/api/error.ts';
import { describeFailure } from '#web/api/error-messages.ts';
import { useAction } from '#web/queries/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { LazyConfirmDialog } from '#web/ui/lazy-confirm-dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { notify } from '#web/ui/notify.ts';

type SaleProps = { plan: Plan; onDone: () => void };

/** Withdraws a plan after a confirmation, or puts it back on sale at once. */
export function SaleButton({ plan, onDone }: SaleProps) {
  return plan.is_active ? (
    <WithdrawButton plan={plan} onDone={onDone} />
  ) : (
    <RestoreButton plan={plan} onDone={onDone} />
  );
}

function RestoreButton({ plan, onDone }: SaleProps) {
  const { isBusy, run } = useAction();

  async function restore() {
    await run(() => setOnSale(plan, true), staffPlansMessages.restored);
    onDone();
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      busy={isBusy}
      aria-label={interpolate(staffPlansMessages.restoreName, { name: plan.name })}
      onClick={() => void restore()}
    >
      {staffPlansMessages.restore}
    </Button>
  );
}

function WithdrawButton({ plan, onDone }: SaleProps) {
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { name } = plan;

  async function withdraw() {
    setBusy(true);
    setProblem(null);
    try {
      await setOnSale(plan, false, [400]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The last plan on sale cannot be withdrawn: the dialog shows the reason.
      if (error.status === 400) setProblem(describeFailure(error));
      else setOpen(false);
      return;
    } finally {
      setBusy(false);
    }
    notify('success', staffPlansMessages.wasWithdrawn);
    setOpen(false);
    onDone();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={interpolate(staffPlansMessages.withdrawName, { name })}
        onClick={() => {
          setProblem(null);
          setOpen(true);
        }}
      >
        {staffPlansMessages.withdraw}
      </Button>
      <LazyConfirmDialog
        open={isOpen}
        onOpenChange={setOpen}
        title={interpolate(staffPlansMessages.withdrawTitle, { name })}
        description={
          <>
            {staffPlansMessages.withdrawText}
            <br />
            {staffPlansMessages.withdrawKept}
          </>
        }
        confirmLabel={staffPlansMessages.withdraw}
        cancelLabel={staffPlansMessages.cancel}
        danger
        busy={isBusy}
        onConfirm={() => void withdraw()}
      >
        {problem && <Notice tone="danger">{problem}</Notice>}
      </LazyConfirmDialog>
    </>
  );
}

const setOnSale = (plan: Plan, is_active: boolean, handledStatuses: number[] = []) =>
  getBrowserClient().api.call('updatePlan', {
    params: { id: String(plan.id) },
    body: { is_active },
    suppressToastFor: handledStatuses,
  });
