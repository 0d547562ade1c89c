import { useRef, useState } from 'react';
import type { StaffPayment } from '#contract/staff-payments.ts';
import * as staffPaymentsMessages from '#locales/ru/staff-payments.ts';
import { createIdempotencyKey } from '#web/api/idempotency-key.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { createRefundKeys } from './refund-amount.ts';
import { RefundForm } from './refund-form.tsx';

type DialogProps = {
  payment: StaffPayment;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  onDone: () => void;
};

/** Explains the consequences and refunds a payment. The same request sent twice is one refund. */
export function RefundDialog({ payment, open, onOpenChange, onDone }: DialogProps) {
  const [isBusy, setBusy] = useState(false);
  // Outlives the form: a dialog closed before the response keeps its idempotency key when it is reopened.
  const [refundKeys] = useState(() => createRefundKeys(createIdempotencyKey));
  const wasSent = useRef(false);

  function handleOpenChange(next: boolean): void {
    // The dialog stays open until the provider responds, because it shows the result.
    if (isBusy) return;
    onOpenChange(next);
    // Not earlier: a reload can remove the row, and with it this dialog and its message.
    if (!next && wasSent.current) onDone();
    wasSent.current = false;
  }

  return (
    <FormDialog open={open} onOpenChange={handleOpenChange} title={staffPaymentsMessages.refundTitle}>
      <RefundForm
        payment={payment}
        refundKeys={refundKeys}
        onSending={(isSending) => {
          wasSent.current = true;
          setBusy(isSending);
        }}
        onCancel={() => handleOpenChange(false)}
        onRefunded={() => {
          onOpenChange(false);
          onDone();
        }}
      />
    </FormDialog>
  );
}
