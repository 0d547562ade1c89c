import * as contract from '#contract/staff-payments.ts';
import { type Operation, ok, operation } from '#server/platform/http/operation.ts';
import { pageLinks } from '#server/platform/http/page-links.ts';
import { presentMoneyReport, presentPaymentDetail, presentStaffPayment } from './staff-payment-presenter.ts';
import type { StaffPaymentService } from './staff-payment-service.ts';

type Deps = { staffPayments: StaffPaymentService; publicUrl: string };

export function staffPaymentRoutes({ staffPayments, publicUrl }: Deps): Operation[] {
  return [
    operation(contract.listStaffPayments, {
      handle: async ({ query, rawQuery, path }) => {
        const found = await staffPayments.list(query);
        const links = pageLinks({ publicUrl, path, query: rawQuery }, found.page, found.count);
        return ok({ count: found.count, ...links, results: found.payments.map(presentStaffPayment) });
      },
    }),
    operation(contract.getMoneyReport, {
      handle: async ({ query }) => ok(presentMoneyReport(await staffPayments.report(query.days))),
    }),
    operation(contract.getStaffPayment, {
      handle: async ({ params }) => ok(presentPaymentDetail(await staffPayments.get(params.id))),
    }),
  ];
}
