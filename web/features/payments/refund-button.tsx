import { lazy, useState } from 'react';
import type { StaffPayment } from '#contract/staff-payments.ts';
import { interpolate } from '#locales/interpolate.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { Button } from '#web/ui/button.tsx';
import { MountOnOpen } from '#web/ui/mount-on-open.tsx';

const RefundDialog = lazy(() =>
  import('./refund-dialog.tsx').then((module) => ({ default: module.RefundDialog })),
);

/** Opens the refund dialog; `onDone` is called after each accepted or refused refund. */
export function RefundButton({ payment, onDone }: { payment: StaffPayment; onDone: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="secondary"
        size="sm"
        aria-label={interpolate(staffPaymentsMessages.refundOf, { id: payment.id })}
        onClick={() => setOpen(true)}
      >
        {staffPaymentsMessages.refund}
      </Button>
      <MountOnOpen open={isOpen}>
        <RefundDialog payment={payment} open={isOpen} onOpenChange={setOpen} onDone={onDone} />
      </MountOnOpen>
    </>
  );
}
