import * as contract from '#contract/payment.ts';
import type { User } from '#server/platform/actor.ts';
import { longPageSize } from '#server/platform/db/paging.ts';
import { type Call, created, type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { networkOf } from '#server/platform/network.ts';
import { OfferChangedError } from './checkout-preparation-service.ts';
import type { CheckoutService } from './checkout-service.ts';
import {
  presentAnalytics,
  presentOfferChange,
  presentPayment,
  presentRefund,
  presentSession,
  presentStatus,
} from './payment-presenter.ts';
import type { PaymentService } from './payment-service.ts';
import type { WebhookService } from './webhook-service.ts';

type Deps = {
  checkouts: CheckoutService;
  payments: PaymentService;
  webhooks: WebhookService;
  publicUrl: string;
};

const buyerOf = (user: User, origin: Call<typeof contract.retryPayment>['origin']) => ({
  user,
  network: origin ? networkOf(origin.address) : undefined,
});

export function paymentRoutes({ checkouts, payments, webhooks, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.createCheckoutSession, {
      handle: async ({ actor, body, origin }) => {
        const session = await checkouts.create(buyerOf(actor, origin), {
          planId: body.subscription_plan_id,
          method: body.payment_method,
          successUrl: body.success_url,
          cancelUrl: body.cancel_url,
        });
        return created(presentSession(session));
      },
    }),
    operation(contract.listPayments, {
      handle: async ({ actor, query, rawQuery, path }) => {
        const found = await payments.list(actor, query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.payments.map(presentPayment) });
      },
    }),
    operation(contract.listPaymentHistory, {
      handle: async ({ actor, query }) => {
        const found = await payments.list(actor, query, longPageSize);
        return ok({ count: found.count, results: found.payments.map(presentPayment) });
      },
    }),
    operation(contract.getPayment, {
      handle: async ({ actor, params }) =>
        ok(presentPayment(await payments.view(await payments.getOwn(actor, params.id)))),
    }),
    operation(contract.getPaymentStatus, {
      handle: async ({ actor, params }) =>
        ok(presentStatus(await payments.status(await payments.getOwn(actor, params.id)))),
    }),
    operation(contract.cancelPayment, {
      load: ({ actor, params }) => payments.getOwn(actor, params.id),
      handle: async (_, payment) => {
        await checkouts.cancel(payment);
        return ok({ message: 'Payment cancelled successfully' });
      },
    }),
    operation(contract.retryPayment, {
      load: ({ actor, params }) => payments.getOwnFailed(actor, params.id),
      handle: async ({ actor, body, origin }, payment) => {
        const urls = { successUrl: body.success_url, cancelUrl: body.cancel_url };
        return checkouts.retry(buyerOf(actor, origin), payment, urls).then(
          (session) => ok(presentSession(session)),
          (error: unknown) => {
            if (error instanceof OfferChangedError) return presentOfferChange(payment, error.plan);
            throw error;
          },
        );
      },
    }),
    operation(contract.refundPayment, {
      load: ({ params }) => payments.get(params.id),
      handle: async ({ actor, body, commitResponse }, payment) => {
        const request = { amount: body.amount, reason: body.reason ?? '' };
        return payments.refund(actor, payment, request, (tx, refund) =>
          commitResponse(tx, created(presentRefund(refund)), null),
        );
      },
    }),
    operation(contract.listRefunds, {
      handle: async ({ query, rawQuery, path }) => {
        const found = await payments.listRefunds(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.refunds.map(presentRefund) });
      },
    }),
    operation(contract.getRefund, {
      handle: async ({ params }) => ok(presentRefund(await payments.getRefund(params.id))),
    }),
    operation(contract.receiveWebhook, {
      handle: async ({ params, rawRequest }) => {
        await webhooks.receive(params.provider, rawRequest);
        return ok({ message: 'Webhook received' });
      },
    }),
    operation(contract.getPaymentAnalytics, {
      handle: async () => ok(presentAnalytics(await payments.analytics())),
    }),
  ];
}
