import { afterAll, beforeAll, expect, it } from 'vitest';
import { ProviderRefusedError } from '#server/features/payments/provider.ts';
import { createPaymentWorld } from '#tests/support/payment-world.ts';
import { contradictions } from '#tests/support/subscribing.ts';

/** A pin never outlives its subscription, whichever of two concurrent requests is faster. */
const races = Number(process.env.PIN_RACES ?? 40);

let world: Awaited<ReturnType<typeof createPaymentWorld>>;
beforeAll(async () => {
  world = await createPaymentWorld({ refusal: (reason) => new ProviderRefusedError(reason) });
});
afterAll(() => world.app.stop());

const ends = ['expiry', 'refund', 'cancelling', 'deletion'] as const;

/** A subscriber with a post, and the two competing actions. */
async function prepare(end: (typeof ends)[number]) {
  const accountId = await world.reset();
  const postId = await world.insertPost(accountId);
  const plan = { body: { subscription_plan_id: world.plans[0]?.id } };
  await world.call('createCheckoutSession', accountId, plan);
  const [session = ''] = world.fake.sessions.keys();
  world.fake.set(session, { status: 'paid' });
  await world.runJob('payments.reconcile');
  world.pass(1);
  await world.runJob('payments.reconcile');
  const pin = () => world.call('pinPost', accountId, { body: { post_id: postId } });
  if (end === 'expiry') {
    world.pass(30 * 24 * 60 - 1);
    const finish = async () => {
      world.pass(2);
      await world.runJob('subscriptions.expire');
    };
    return { pin, finish };
  }
  if (end === 'cancelling') return { pin, finish: () => world.call('cancelSubscription', accountId) };
  if (end === 'deletion')
    return { pin, finish: () => world.call('deletePost', accountId, { params: { slug: String(postId) } }) };
  world.fake.set(session, { refundedKopecks: 29_900 });
  return { pin, finish: () => world.deliver(session, `refund-${session}`).then(() => world.work()) };
}

it(`leaves no pin after the end of its subscription in ${races} races`, {
  timeout: 60_000 + races * 2_000,
}, async () => {
  let pinned = 0;
  for (let race = 0; race < races; race += 1) {
    const { pin, finish } = await prepare(ends[race % ends.length] ?? 'expiry');
    // In a third of the races the pin exists before, else it is created concurrently.
    const isThere = race % 3 === 0 && (await pin()) !== undefined;
    const answers = await Promise.all([pin(), finish(), pin(), pin()]);
    if (isThere || answers.some((answer) => (answer as { status?: number })?.status === 201)) pinned += 1;
    await world.runJob('subscriptions.expire');
    expect(await world.app.db.selectFrom('pins').selectAll().execute(), `race ${race}`).toEqual([]);
    expect(await contradictions(world.app), `race ${race}`).toEqual([]);
  }
  expect(pinned, 'races with a successful pin').toBeGreaterThan(races / 4);
});
