import { lazy, Suspense, useState } from 'react';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { t } from '#text/index.ts';
import { Button } from '#web/ui/button.tsx';

const RefundDialog = lazy(() =>
  import('./refund-dialog.tsx').then((module) => ({ default: module.RefundDialog })),
);

/** Opens the refund dialog; `onDone` is called after each accepted or refused refund. */
export function RefundButton({ payment, onDone }: { payment: StaffPayment; onDone: () => void }) {
  const [isAsked, setAsked] = useState(false);
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={t('staffPayments.refundOf', { id: payment.id })}
        onClick={() => {
          setAsked(true);
          setOpen(true);
        }}
      >
        {t('staffPayments.refund')}
      </Button>
      {isAsked && (
        <Suspense>
          <RefundDialog payment={payment} open={isOpen} onOpenChange={setOpen} onDone={onDone} />
        </Suspense>
      )}
    </>
  );
}
