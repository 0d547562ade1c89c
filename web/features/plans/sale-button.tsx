import { lazy, Suspense, useState } from 'react';
import type { Plan } from '#contract/subscribe.ts';
import { t } from '#text/index.ts';
import { getBrowser } from '#web/api/browser.ts';
import { describeFailure } from '#web/api/catalogue.ts';
import { ApiError } from '#web/api/error.ts';
import { notify } from '#web/api/notify.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';

const ConfirmDialog = lazy(() =>
  import('#web/ui/dialog.tsx').then((module) => ({ default: module.ConfirmDialog })),
);

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
  const [isBusy, setBusy] = useState(false);

  async function restore() {
    setBusy(true);
    try {
      await putOnSale(plan, true);
      notify('success', t('staffPlans.restored'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
    } finally {
      setBusy(false);
    }
    onDone();
  }

  return (
    <Button
      variant="secondary"
      size="sm"
      busy={isBusy}
      aria-label={t('staffPlans.restoreName', { name: plan.name })}
      onClick={() => void restore()}
    >
      {t('staffPlans.restore')}
    </Button>
  );
}

function WithdrawButton({ plan, onDone }: SaleProps) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const { name } = plan;

  async function withdraw() {
    setBusy(true);
    setProblem(null);
    try {
      await putOnSale(plan, false, [400]);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      // The last plan on sale cannot be withdrawn: the dialog shows the reason.
      if (error.status === 400) setProblem(describeFailure(error));
      else setOpen(false);
      return;
    } finally {
      setBusy(false);
    }
    notify('success', t('staffPlans.wasWithdrawn'));
    setOpen(false);
    onDone();
  }

  return (
    <>
      <Button
        variant="quiet"
        size="sm"
        aria-label={t('staffPlans.withdrawName', { name })}
        onClick={() => {
          setProblem(null);
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('staffPlans.withdraw')}
      </Button>
      {isAsked && (
        <Suspense>
          <ConfirmDialog
            open={isOpen}
            onOpenChange={setOpen}
            title={t('staffPlans.withdrawTitle', { name })}
            description={
              <>
                {t('staffPlans.withdrawText')}
                <br />
                {t('staffPlans.withdrawKept')}
              </>
            }
            confirmLabel={t('staffPlans.withdraw')}
            cancelLabel={t('staffPlans.cancel')}
            danger
            busy={isBusy}
            onConfirm={() => void withdraw()}
          >
            {problem && <Notice tone="danger">{problem}</Notice>}
          </ConfirmDialog>
        </Suspense>
      )}
    </>
  );
}

const putOnSale = (plan: Plan, is_active: boolean, quiet: number[] = []) =>
  getBrowser().api.call('updatePlan', { params: { id: String(plan.id) }, body: { is_active }, quiet });
