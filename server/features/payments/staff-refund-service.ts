import type { Audit } from '#server/features/audit/index.ts';
import type { User } from '#server/platform/actor.ts';
import { type Db, inTransaction } from '#server/platform/db/database.ts';
import { type Page, pageOf } from '#server/platform/db/paging.ts';
import { badRequest, invalidFields, notFound, refused } from '#server/platform/errors.ts';
import { parseId } from '#server/platform/id.ts';
import { parseKopecks } from '#server/platform/money.ts';
import type { ApplyService } from './apply-service.ts';
import { canBeRefunded, type Payment } from './payment.ts';
import type { Refund } from './refund.ts';
import type { RefundReservations } from './refund-reservation-service.ts';
import type { RefundService } from './refund-service.ts';
import { countRefunds, listRefunds as listRefundPage } from './refund-store.ts';

type PageQuery = { page?: string; page_size?: string };
type Deps = {
  db: Db;
  audit: Audit;
  apply: Pick<ApplyService, 'lock'>;
  refundReservations: Pick<RefundReservations, 'reserve'>;
  refunds: Pick<RefundService, 'get' | 'execute'>;
};

/** Refunds by staff, and the list of all refunds. */
export function createStaffRefunds({ db, audit, apply, refundReservations, refunds }: Deps) {
  /**
   * Refunds a part of a payment; 400 if the amount is not available or the provider rejects the refund. `commitResponse`
   * stores the response in the transaction that reserves the amount, and again when the result is known.
   */
  async function refund<Result>(
    staff: User,
    known: Payment,
    request: { amount: string; reason: string },
    commitResponse: (tx: Db, refund: Refund) => Promise<Result>,
  ): Promise<Result> {
    const amountKopecks = parseKopecks(request.amount);
    if (!amountKopecks) throw invalidFields({ amount: 'payments.amountInvalid' });
    const id = await inTransaction(db, async (tx) => {
      const payment = await apply.lock(tx, known);
      if (!canBeRefunded(payment)) throw refused('This payment cannot be refunded', 'payments.notRefundable');
      const { attempt } = payment;
      const order = { amountKopecks, attempt, reason: request.reason, createdBy: staff.id };
      const reserved = await refundReservations.reserve(tx, payment, order);
      if (reserved === undefined) throw invalidFields({ amount: 'payments.amountTooLarge' });
      await audit.record(tx, {
        action: 'payment.refund',
        target: { kind: 'payment', id: payment.id, name: payment.account.username },
        after: { amount_kopecks: amountKopecks, reason: request.reason, refund: reserved },
      });
      await commitResponse(tx, await refunds.get(reserved, tx));
      return reserved;
    });
    const done = await refunds.execute(id);
    const result = await commitResponse(db, done);
    if (done.status === 'failed') throw badRequest('payments.refundRefused');
    return result;
  }

  async function listRefunds(query: PageQuery): Promise<{ refunds: Refund[]; count: number; page: Page }> {
    const count = await countRefunds(db);
    const page = pageOf(query, count);
    return { refunds: await listRefundPage(db, page), count, page };
  }

  async function getRefund(id: string): Promise<Refund> {
    const refundId = parseId(id);
    if (refundId === undefined) throw notFound('payments.refundNotFound');
    return refunds.get(refundId);
  }

  return { refund, listRefunds, getRefund };
}
