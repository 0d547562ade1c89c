import { describe, expect, it } from 'vitest';
import type { Plan } from '#contract/subscribe.ts';
import { type ApiAnswer, type ApiRequest, createApiClient } from '#web/api/client.ts';
import { createSubscriptionCalls, listOf, type PaymentMemory, planToResume } from './subscription-calls.ts';

function setUp(answer: ApiAnswer) {
  const sent: ApiRequest[] = [];
  let remembered: number | null = null;
  const memory: PaymentMemory = {
    get: () => remembered,
    set: (id) => {
      remembered = id;
    },
    clear: () => {
      remembered = null;
    },
  };
  const api = createApiClient(async (request) => {
    sent.push(request);
    return answer;
  });
  return { calls: createSubscriptionCalls(api, { origin: 'https://news.example', memory }), sent, memory };
}

const plan = (changes: Partial<Plan>): Plan => ({
  id: 1,
  name: 'Месяц',
  price: '299.00',
  currency: 'RUB',
  duration_days: 30,
  features: {},
  is_active: true,
  created_at: '2026-01-01T00:00:00Z',
  ...changes,
});

describe('a checkout', () => {
  it.each([undefined, null, 0])('without a plan (%s) fails before a request is sent', async (planId) => {
    const { calls, sent } = setUp({ status: 201, body: {} });
    await expect(calls.checkout(planId)).rejects.toThrow('Plan ID is required');
    expect(sent).toEqual([]);
  });

  it('sends the return URLs and stores the payment id', async () => {
    const session = { checkout_url: 'https://pay.example/1', session_id: 'cs_1', payment_id: 7 };
    const { calls, sent, memory } = setUp({ status: 201, body: session });
    expect(await calls.checkout(3)).toBe('https://pay.example/1');
    expect(memory.get()).toBe(7);
    expect(sent[0]?.body).toEqual({
      subscription_plan_id: 3,
      success_url: 'https://news.example/subscription/success',
      cancel_url: 'https://news.example/subscription/cancel',
    });
  });

  it('stores no payment id when it is refused', async () => {
    const { calls, memory } = setUp({ status: 400, body: { detail: 'Нет' } });
    await expect(calls.checkout(3)).rejects.toMatchObject({ status: 400 });
    expect(memory.get()).toBeNull();
  });

  it('clears the payment id when it is cancelled', async () => {
    const { calls, memory } = setUp({ status: 200, body: { message: 'ok' } });
    memory.set(7);
    await calls.cancelPayment(7);
    expect(memory.get()).toBeNull();
  });
});

describe('the payments', () => {
  const payment = (changes: object) => ({ id: 7, is_pending: true, ...changes });

  function answer(history: object[][], status: ApiAnswer) {
    const asked: string[] = [];
    const api = createApiClient(async ({ id }) => {
      asked.push(id);
      if (id === 'getPaymentStatus') return status;
      return { status: 200, body: { count: 1, results: history.shift() ?? [] } };
    });
    const memory = { get: () => null, set: () => undefined, clear: () => undefined };
    return { calls: createSubscriptionCalls(api, { origin: '', memory }), asked };
  }

  it('are requested once when none is in progress', async () => {
    const { calls, asked } = answer([[payment({ is_pending: false })]], { status: 200, body: {} });
    await calls.loadPayments();
    expect(asked).toEqual(['listPaymentHistory']);
  });

  it('are requested again when one has ended in the meantime', async () => {
    const paid = payment({ is_pending: false, status: 'succeeded' });
    const { calls, asked } = answer([[payment({})], [paid]], { status: 200, body: { status: 'succeeded' } });
    expect(await calls.loadPayments()).toEqual([paid]);
    expect(asked).toHaveLength(3);
  });

  it.each([
    { status: 200, body: { status: 'processing' } },
    { status: 503, body: null },
  ])('are not requested again when the status is unchanged or unknown, %o', async (status) => {
    const { calls, asked } = answer([[payment({})]], status);
    expect(await calls.loadPayments()).toEqual([payment({})]);
    expect(asked).toEqual(['listPaymentHistory', 'getPaymentStatus']);
  });
});

describe('the status', () => {
  it('has neither subscription nor pin after a 404', async () => {
    const { calls } = setUp({ status: 404, body: { detail: 'Нет' } });
    expect(await calls.loadStatus()).toEqual({ subscription: null, pinnedPost: null });
  });

  it('rejects when the server fails', async () => {
    const { calls } = setUp({ status: 500, body: null });
    await expect(calls.loadStatus()).rejects.toMatchObject({ status: 500 });
  });

  it('is empty after a cancellation', async () => {
    const { calls } = setUp({ status: 200, body: { message: 'ok' } });
    expect(await calls.cancel()).toEqual({ subscription: null, pinnedPost: null });
  });
});

it('accepts a list with or without an envelope', () => {
  expect([listOf({ results: [1] }), listOf([1])]).toEqual([[1], [1]]);
});

it('resumes a payment only while its plan is on sale at the same price', () => {
  const plans = [plan({}), plan({ id: 2, name: 'Год' })];
  const payment = { plan: 2, amount: '299.00', currency: 'RUB' };
  expect(planToResume(payment, plans)?.id).toBe(2);
  expect(planToResume({ ...payment, amount: '1.00' }, plans)).toBeUndefined();
  expect(planToResume({ ...payment, plan: 3 }, plans)).toBeUndefined();
});
