import { z } from 'zod';
import { paymentMethod } from '#contract/payment.ts';
import type { JobHandler } from '#server/platform/jobs/jobs.ts';
import { type MoneyEvents, moneyMailJob } from './money-event-service.ts';
import type { ReconcileService } from './reconcile-service.ts';
import { refundJob } from './refund-order-service.ts';
import type { RefundService } from './refund-service.ts';
import { type WebhookService, webhookJob } from './webhook-service.ts';

const event = z.object({ provider: paymentMethod, key: z.string() });
const refund = z.object({ id: z.int() });
const mail = z.object({ id: z.uuid() });

type Deps = {
  webhooks: WebhookService;
  refunds: RefundService;
  reconciling: ReconcileService;
  moneyEvents: MoneyEvents;
};

/** The background jobs of payments. */
export function paymentJobs({ webhooks, refunds, reconciling, moneyEvents }: Deps): JobHandler[] {
  return [
    { name: webhookJob, jobClass: 'money', run: (payload) => webhooks.work(event.parse(payload)) },
    {
      name: refundJob,
      jobClass: 'money',
      async run(payload) {
        await refunds.carryOut(refund.parse(payload).id);
      },
    },
    { name: moneyMailJob, jobClass: 'mail', run: (payload) => moneyEvents.sendMail(mail.parse(payload).id) },
    {
      name: 'payments.reconcile',
      jobClass: 'money',
      cron: '* * * * *',
      async run() {
        await webhooks.sweep();
        await reconciling.reconcile();
        await refunds.sweep();
      },
    },
    { name: 'payments.forget', cron: '37 3 * * *', run: () => webhooks.forget() },
  ];
}
