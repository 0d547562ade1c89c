import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPaymentHarness } from '#tests/support/payment-harness.ts';
import { findInvariantViolations } from '#tests/support/subscriptions.ts';
import { ProviderRefusedError } from './provider.ts';

/**
 * A model test of payments: clicks, payments, webhooks that arrive late, twice or never, concurrent requests, killed
 * processes and a failing provider, in any order. In the end the database must match the state of the provider.
 */
const runs = Number(process.env.PAYMENT_RUNS ?? 30);
const seed = Number(process.env.PAYMENT_SEED ?? 20_261_121);
const maxConcurrentSteps = 4;

let world: Awaited<ReturnType<typeof createPaymentHarness>>;
let accountId: number;
let postId: number;
/** Whether a step of the reader or of staff has ended a term early. */
let hasEndedEarly: boolean;

beforeAll(async () => {
  world = await createPaymentHarness({ refusal: (reason) => new ProviderRefusedError(reason) });
});
afterAll(() => world.app.stop());

type Step = () => Promise<unknown> | unknown;
const step = (name: string, run: Step) => fc.constant(Object.assign(run, { toString: () => name }));
/** A step on one of the existing sessions or payments. */
const stepOnItem = (name: string, run: (pick: number) => unknown) =>
  fc.nat(7).map((pick) => Object.assign(() => run(pick), { toString: () => `${name} ${pick}` }));

function sessionAt(pick: number): string | undefined {
  const ids = [...world.fake.sessions.keys()];
  return ids[pick % Math.max(1, ids.length)];
}
async function paymentAt(pick: number): Promise<string> {
  const rows = await world.app.db.selectFrom('payments').select('id').orderBy('id').execute();
  return String(rows[pick % Math.max(1, rows.length)]?.id ?? 0);
}

const change = (from: readonly string[], changes: Parameters<typeof world.fake.set>[1]) => (pick: number) => {
  const id = sessionAt(pick);
  const session = id === undefined ? undefined : world.fake.sessions.get(id);
  const isOpen = session?.status === 'open' || session?.isStillPayable === true;
  if (id && session && (from.includes(session.status) || (isOpen && from.includes('open'))))
    world.fake.set(id, changes);
};
/** Only a session whose URL was returned can be paid. */
async function pay(pick: number): Promise<void> {
  const shown = await world.app.db
    .selectFrom('checkouts')
    .select('attempt')
    .where('provider_id', '=', sessionAt(pick) ?? '')
    .where('checkout_url', 'is not', null)
    .execute();
  if (shown.length > 0) change(['open'], { status: 'paid', isStillPayable: false })(pick);
}

async function refundAtProvider(pick: number): Promise<void> {
  const session = world.fake.sessions.get(sessionAt(pick) ?? '');
  if (session?.status !== 'paid' || session.refundedKopecks + 5_000 > session.amountKopecks) return;
  hasEndedEarly = true;
  world.fake.set(session.providerId, { refundedKopecks: session.refundedKopecks + 5_000 });
}

/** The payer's bank opens a dispute; a lost dispute refunds the whole amount. */
async function dispute(pick: number, isLost: boolean): Promise<void> {
  const session = world.fake.sessions.get(sessionAt(pick) ?? '');
  if (session?.status !== 'paid') return;
  hasEndedEarly ||= isLost;
  world.fake.set(session.providerId, {
    isDisputed: true,
    ...(isLost && { refundedKopecks: session.amountKopecks }),
  });
}

async function refundByStaff(pick: number, amount: string): Promise<void> {
  hasEndedEarly = true;
  await world.call('refundPayment', world.staffId, {
    params: { id: await paymentAt(pick) },
    body: { amount },
  });
}

let messages = 0;
async function deliver(pick: number, copies: number, isNew: boolean): Promise<void> {
  const id = sessionAt(pick);
  if (id === undefined) return;
  messages += 1;
  const key = isNew ? `evt-${messages}` : `${id}-${world.fake.sessions.get(id)?.status}`;
  await Promise.all(Array.from({ length: copies }, () => world.deliverWebhook(id, key)));
}

const call = (id: Parameters<typeof world.call>[0], options: () => Promise<object> | object = () => ({})) =>
  Promise.resolve(options()).then((given) => world.call(id, accountId, given));
const buy = (plan: number) =>
  call('createCheckoutSession', () => ({ body: { subscription_plan_id: world.plans[plan]?.id } }));
const ofPayment = (id: Parameters<typeof world.call>[0]) => async (pick: number) =>
  world.call(id, accountId, { params: { id: await paymentAt(pick) } });

const buySteps = [0, 1].map((plan) => step(`buy ${plan}`, () => buy(plan)));
const paySteps = stepOnItem('pay', pay);
const messageSteps = fc
  .tuple(fc.nat(7), fc.constantFrom(1, 2, 5), fc.boolean())
  .map(([pick, copies, isNew]) =>
    Object.assign(() => deliver(pick, copies, isNew), {
      toString: () => `deliver ${pick} ×${copies} ${isNew}`,
    }),
  );

const concurrent = fc.oneof(
  ...buySteps,
  ...buySteps,
  paySteps,
  paySteps,
  paySteps,
  messageSteps,
  messageSteps,
  step('work', () => world.runPendingJobs()),
  step('work', () => world.runPendingJobs()),
  step('reconcile', () => world.runJob('payments.reconcile')),
  step('expire', () => world.runJob('subscriptions.expire')),
  stepOnItem('status', ofPayment('getPaymentStatus')),
  stepOnItem('cancel payment', ofPayment('cancelPayment')),
  stepOnItem('retry', ofPayment('retryPayment')),
  stepOnItem('decline', change(['open'], { status: 'failed', isStillPayable: true })),
  stepOnItem('fail', change(['open'], { status: 'failed', isStillPayable: false })),
  stepOnItem('time is up', change(['open'], { status: 'cancelled', isStillPayable: false })),
  stepOnItem('refund at provider', refundAtProvider),
  stepOnItem('dispute', (pick) => dispute(pick, false)),
  stepOnItem('lost dispute', (pick) => dispute(pick, true)),
  stepOnItem('refund 299.00', (pick) => refundByStaff(pick, '299.00')),
  stepOnItem('refund 99.50', (pick) => refundByStaff(pick, '99.50')),
  step('pin', () => call('pinPost', () => ({ body: { post_id: postId } }))),
  step('cancel subscription', () => {
    hasEndedEarly = true;
    return call('cancelSubscription');
  }),
);

const condition = fc.oneof(
  ...[1, 10, 61, 24 * 60, 8 * 24 * 60, 24 * 24 * 60].map((minutes) =>
    step(`${minutes} min`, () => world.advanceClock(minutes)),
  ),
  fc
    .constantFrom('refused' as const, 'lost-before' as const, 'lost-after' as const)
    .map((fault) => Object.assign(() => world.fake.failNext(fault), { toString: () => fault })),
  step('provider down', () => world.fake.setUnavailable(true)),
  step('provider up', () => world.fake.clearFaults()),
  step('provider cannot cancel', () => world.fake.disableCancelling()),
  step('refunds take time', () => world.fake.setRefundStatus('pending')),
);

/** Concurrent steps, in a process that may be killed meanwhile. */
const batch = fc.record({
  before: fc.array(condition, { maxLength: 2 }),
  steps: fc.array(concurrent, { minLength: 1, maxLength: 4 }),
  killAfter: fc.option(fc.nat(40), { freq: 4, nil: undefined }),
});
type Batch = { before: Step[]; steps: Step[]; killAfter: number | undefined };

async function play(batches: Batch[]): Promise<void> {
  accountId = await world.reset();
  postId = await world.insertPost(accountId);
  hasEndedEarly = false;
  for (const { before, steps, killAfter } of batches) {
    for (const applyCondition of before) await applyCondition();
    if (killAfter !== undefined) world.crashAfter(killAfter);
    await Promise.all(steps.slice(0, maxConcurrentSteps).map(async (run) => run())).catch((error: Error) => {
      // A read of the killed process.
      if (error.name !== 'KilledError') throw error;
    });
    world.restart();
  }
  await world.reconcileAll();
}

/** Compares the payments in the database with the sessions at the provider. */
async function findInconsistencies(): Promise<string[]> {
  const { db } = world.app;
  const [payments, ledger, refunds, history, events, open] = await Promise.all([
    db.selectFrom('payments').selectAll().execute(),
    db.selectFrom('entitlement_ledger').selectAll().execute(),
    db.selectFrom('refunds').selectAll().execute(),
    db.selectFrom('subscription_history').select('action').execute(),
    db.selectFrom('billing_events').select('kind').execute(),
    db.selectFrom('checkouts').selectAll().where('settled_at', 'is', null).execute(),
  ]);
  const problems: string[] = [];
  const check = (isRight: boolean, problem: string) => void (isRight || problems.push(problem));
  check(open.length === 0, 'a session is not settled');
  for (const payment of payments) {
    const sessions = world.fake.findSessions(payment.id);
    const paid = sessions.filter(({ status }) => status === 'paid');
    const grants = ledger.filter(({ payment_id, kind }) => payment_id === payment.id && kind === 'grant');
    const revoked = ledger.filter(({ payment_id, kind }) => payment_id === payment.id && kind === 'revoke');
    const name = `payment ${payment.id} (${payment.state})`;
    if (paid.length === 0) {
      check(['failed', 'cancelled'].includes(payment.state), `${name}: nobody paid`);
      check(grants.length === 0, `${name}: granted without a payment`);
      continue;
    }
    const counted = paid.find(({ attempt }) => attempt === payment.attempt);
    check(counted !== undefined, `${name}: refers to an attempt that was not paid`);
    check(
      payment.refunded_kopecks === counted?.refundedKopecks,
      `${name}: refunded amount differs from the provider`,
    );
    const isWhole = payment.refunded_kopecks === payment.amount_kopecks;
    check(payment.state === (isWhole ? 'refunded' : 'paid'), `${name}: refunded ${payment.refunded_kopecks}`);
    for (const other of paid.filter((session) => session !== counted)) {
      const order = refunds.find(({ attempt, is_excess }) => is_excess && attempt === other.attempt);
      const isBack = other.refundedKopecks === other.amountKopecks || order?.status === 'failed';
      check(isBack, `${name}: charged twice`);
    }
    const isSecond = refunds.some(
      ({ payment_id, created_by, is_excess }) =>
        payment_id === payment.id && created_by === null && !is_excess,
    );
    if (payment.state === 'paid') check(grants.length === 1 || isSecond, `${name}: paid and not granted`);
    check(!(isSecond && grants.length > 0), `${name}: granted and refunded`);
    check(payment.state === 'paid' || grants.length === revoked.length, `${name}: refunded and not revoked`);
  }
  const grants = ledger.filter(({ kind }) => kind === 'grant');
  const starts = history.filter(({ action }) => action === 'activated' || action === 'renewed');
  check(starts.length === grants.length, 'the history does not contain each grant once');
  check(
    events.filter(({ kind }) => kind === 'paid').length === grants.length,
    'not one billing event for each grant',
  );
  if (!hasEndedEarly) problems.push(...(await findTermErrors(grants)));
  return problems;
}

/** If nothing ended early, terms follow each other and the subscription lasts to the end of the last one. */
async function findTermErrors(
  grants: Array<{ starts_at: Date | null; ends_at: Date | null }>,
): Promise<string[]> {
  const terms = grants
    .map(({ starts_at, ends_at }) => ({ from: starts_at?.getTime() ?? 0, to: ends_at?.getTime() ?? 0 }))
    .sort((left, right) => left.from - right.from);
  const problems = terms.flatMap((term, index) => {
    const before = terms[index - 1];
    return before && before.to > term.from ? ['two terms overlap'] : [];
  });
  const last = terms.at(-1);
  const record = await world.app.db.selectFrom('subscriptions').selectAll().executeTakeFirst();
  if (!last) return record?.status === 'active' ? [...problems, 'active without a grant'] : problems;
  const isRunning = last.to > world.now().getTime();
  if ((record?.status === 'active') !== isRunning)
    problems.push(`paid until ${new Date(last.to)}, ${record?.status}`);
  if (isRunning && record?.ends_at.getTime() !== last.to)
    problems.push('ends at another time than the last term');
  return problems;
}

it(`matches the state of the provider after ${runs} random sequences`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 8 }), async (batches) => {
      await play(batches as Batch[]);
      expect(await findInconsistencies()).toEqual([]);
      expect(await findInvariantViolations(world.app)).toEqual([]);
    }),
    { numRuns: runs, seed, endOnFailure: runs > 1_000 },
  );
});
