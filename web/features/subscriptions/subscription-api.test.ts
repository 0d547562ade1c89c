import { describe, expect, it } from 'vitest';
import type { Plan } from '#contract/subscribe.ts';
import { type ApiRequest, type ApiResponse, createApiClient } from '#web/api/client.ts';
import {
  createSubscriptionApi,
  findPlanToResume,
  type PendingPaymentStore,
  unwrapList,
} from './subscription-api.ts';

function setUp(respondWith: ApiResponse) {
  const sent: ApiRequest[] = [];
  let storedId: number | null = null;
  const pendingPaymentStore: PendingPaymentStore = {
    get: () => storedId,
    set: (id) => {
      storedId = id;
    },
    clear: () => {
      storedId = null;
    },
  };
  const api = createApiClient(async (request) => {
    sent.push(request);
    return respondWith;
  });
  return {
    subscriptionApi: createSubscriptionApi(api, { origin: 'https://news.example', pendingPaymentStore }),
    sent,
    pendingPaymentStore,
  };
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
    const { subscriptionApi, sent } = setUp({ status: 201, body: {} });
    await expect(subscriptionApi.checkout(planId)).rejects.toThrow('Plan ID is required');
    expect(sent).toEqual([]);
  });

  it('sends the return URLs and stores the payment id', async () => {
    const session = { checkout_url: 'https://pay.example/1', session_id: 'cs_1', payment_id: 7 };
    const { subscriptionApi, sent, pendingPaymentStore } = setUp({ status: 201, body: session });
    expect(await subscriptionApi.checkout(3)).toBe('https://pay.example/1');
    expect(pendingPaymentStore.get()).toBe(7);
    expect(sent[0]?.body).toEqual({
      subscription_plan_id: 3,
      success_url: 'https://news.example/subscription/success',
      cancel_url: 'https://news.example/subscription/cancel',
    });
  });

  it('stores no payment id when it is refused', async () => {
    const { subscriptionApi, pendingPaymentStore } = setUp({ status: 400, body: { detail: 'Нет' } });
    await expect(subscriptionApi.checkout(3)).rejects.toMatchObject({ status: 400 });
    expect(pendingPaymentStore.get()).toBeNull();
  });

  it('clears the payment id when it is cancelled', async () => {
    const { subscriptionApi, pendingPaymentStore } = setUp({ status: 200, body: { message: 'ok' } });
    pendingPaymentStore.set(7);
    await subscriptionApi.cancelPayment(7);
    expect(pendingPaymentStore.get()).toBeNull();
  });
});

describe('the payments', () => {
  const payment = (changes: object) => ({ id: 7, is_pending: true, ...changes });

  function respondWith(history: object[][], status: ApiResponse) {
    const requestIds: string[] = [];
    const api = createApiClient(async ({ id }) => {
      requestIds.push(id);
      if (id === 'getPaymentStatus') return status;
      return { status: 200, body: { count: 1, results: history.shift() ?? [] } };
    });
    const pendingPaymentStore = { get: () => null, set: () => undefined, clear: () => undefined };
    return { subscriptionApi: createSubscriptionApi(api, { origin: '', pendingPaymentStore }), requestIds };
  }

  it('are requested once when none is in progress', async () => {
    const { subscriptionApi, requestIds } = respondWith([[payment({ is_pending: false })]], {
      status: 200,
      body: {},
    });
    await subscriptionApi.loadPayments();
    expect(requestIds).toEqual(['listPaymentHistory']);
  });

  it('are requested again when one has ended in the meantime', async () => {
    const paid = payment({ is_pending: false, status: 'succeeded' });
    const { subscriptionApi, requestIds } = respondWith([[payment({})], [paid]], {
      status: 200,
      body: { status: 'succeeded' },
    });
    expect(await subscriptionApi.loadPayments()).toEqual([paid]);
    expect(requestIds).toHaveLength(3);
  });

  it.each([
    { status: 200, body: { status: 'processing' } },
    { status: 503, body: null },
  ])('are not requested again when the status is unchanged or unknown, %o', async (status) => {
    const { subscriptionApi, requestIds } = respondWith([[payment({})]], status);
    expect(await subscriptionApi.loadPayments()).toEqual([payment({})]);
    expect(requestIds).toEqual(['listPaymentHistory', 'getPaymentStatus']);
  });
});

describe('the status', () => {
  it('has neither subscription nor pin after a 404', async () => {
    const { subscriptionApi } = setUp({ status: 404, body: { detail: 'Нет' } });
    expect(await subscriptionApi.loadStatus()).toEqual({ subscription: null, pinnedPost: null });
  });

  it('rejects when the server fails', async () => {
    const { subscriptionApi } = setUp({ status: 500, body: null });
    await expect(subscriptionApi.loadStatus()).rejects.toMatchObject({ status: 500 });
  });

  it('is empty after a cancellation', async () => {
    const { subscriptionApi } = setUp({ status: 200, body: { message: 'ok' } });
    expect(await subscriptionApi.cancel()).toEqual({ subscription: null, pinnedPost: null });
  });
});

it('accepts a list with or without an envelope', () => {
  expect([unwrapList({ results: [1] }), unwrapList([1])]).toEqual([[1], [1]]);
});

it('resumes a payment only while its plan is on sale at the same price', () => {
  const plans = [plan({}), plan({ id: 2, name: 'Год' })];
  const payment = { plan: 2, amount: '299.00', currency: 'RUB' };
  expect(findPlanToResume(payment, plans)?.id).toBe(2);
  expect(findPlanToResume({ ...payment, amount: '1.00' }, plans)).toBeUndefined();
  expect(findPlanToResume({ ...payment, plan: 3 }, plans)).toBeUndefined();
});
