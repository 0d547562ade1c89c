import { z } from 'zod';
import { paymentMethod } from '#contract/payment.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type BillingEvents, billingMailJob } from './billing-event-service.ts';
import type { ReconcileService } from './reconcile-service.ts';
import { refundJob } from './refund-reservation-service.ts';
import type { RefundService } from './refund-service.ts';
import { type WebhookService, webhookJob } from './webhook-service.ts';

const event = z.object({ provider: paymentMethod, key: z.string() });
const refund = z.object({ id: z.int() });
const mail = z.object({ id: z.uuid() });

type Deps = {
  webhooks: WebhookService;
  refunds: RefundService;
  reconciler: ReconcileService;
  billingEvents: BillingEvents;
};

/** The background jobs of payments. */
export function paymentJobs({ webhooks, refunds, reconciler, billingEvents }: Deps): JobHandler[] {
  return [
    { name: webhookJob, jobClass: 'payments', run: (payload) => webhooks.processEvent(event.parse(payload)) },
    {
      name: refundJob,
      jobClass: 'payments',
      async run(payload) {
        await refunds.execute(refund.parse(payload).id);
      },
    },
    {
      name: billingMailJob,
      jobClass: 'mail',
      run: (payload) => billingEvents.sendMail(mail.parse(payload).id),
    },
    {
      name: 'payments.reconcile',
      jobClass: 'payments',
      cron: '* * * * *',
      async run() {
        await webhooks.sweep();
        await reconciler.reconcile();
        await refunds.sweep();
      },
    },
    { name: 'payments.delete-old-events', cron: '37 3 * * *', run: () => webhooks.deleteOldEvents() },
  ];
}
