import { describe, expect, it } from 'vitest';
import type { Plan } from '#contract/subscribe.ts';
import { type ApiAnswer, type ApiRequest, createApiClient } from '#web/api/client.ts';
import { createSubscriptionCalls, listOf, type PaymentMemory, planOf } from './subscription-calls.ts';

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
  it.each([undefined, null, 0])('without a plan (%s) fails before anything is sent', async (planId) => {
    const { calls, sent } = setUp({ status: 201, body: {} });
    await expect(calls.checkout(planId)).rejects.toThrow('Plan ID is required');
    expect(sent).toEqual([]);
  });

  it('names where to come back to, and is remembered before the reader leaves', async () => {
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

  it('that was refused is not remembered', async () => {
    const { calls, memory } = setUp({ status: 400, body: { detail: 'Нет' } });
    await expect(calls.checkout(3)).rejects.toMatchObject({ status: 400 });
    expect(memory.get()).toBeNull();
  });

  it('is forgotten once it is cancelled', async () => {
    const { calls, memory } = setUp({ status: 200, body: { message: 'ok' } });
    memory.set(7);
    await calls.cancelPayment(7);
    expect(memory.get()).toBeNull();
  });
});

describe('a pin', () => {
  it.each([undefined, null, 0])('without a post (%s) fails before anything is sent', async (postId) => {
    const { calls, sent } = setUp({ status: 201, body: {} });
    await expect(calls.pin(postId)).rejects.toThrow('Post ID is required');
    expect(sent).toEqual([]);
  });

  it('is what the server says, and nothing after unpinning', async () => {
    const pinned = { id: 1, post: 5 };
    const { calls, sent } = setUp({ status: 201, body: pinned });
    expect(await calls.pin(5)).toBe(pinned);
    expect(sent[0]?.body).toEqual({ post_id: 5 });
    expect(await calls.unpin()).toBeNull();
  });
});

describe('the status', () => {
  it('is no subscription and no pin when there is none', async () => {
    const { calls } = setUp({ status: 404, body: { detail: 'Нет' } });
    expect(await calls.loadStatus()).toEqual({ subscription: null, pinnedPost: null });
  });

  it('is a failure when the server fails', async () => {
    const { calls } = setUp({ status: 500, body: null });
    await expect(calls.loadStatus()).rejects.toMatchObject({ status: 500 });
  });

  it('is nothing after cancelling', async () => {
    const { calls } = setUp({ status: 200, body: { message: 'ok' } });
    expect(await calls.cancel()).toEqual({ subscription: null, pinnedPost: null });
  });
});

it('takes a list in an envelope or plain', () => {
  expect([listOf({ results: [1] }), listOf([1])]).toEqual([[1], [1]]);
});

it('finds the plan of a payment by price and name', () => {
  const plans = [plan({}), plan({ id: 2, name: 'Год' }), plan({ id: 3, price: '2990.00' })];
  const payment = { amount: '299.00', currency: 'RUB', description: 'Subscription to Год' };
  expect(planOf(payment, plans)?.id).toBe(2);
  expect(planOf({ ...payment, amount: '1.00' }, plans)).toBeUndefined();
});
