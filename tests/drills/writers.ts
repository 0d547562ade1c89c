import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { hangLimitMs } from '../support/hang-limit.ts';
import type { Ledger, Saved } from './ledger.ts';

/** A client gives up and repeats its request. */
const requestLimitMs = 10_000;
const retryPauseMs = 50;

type Writers = {
  /** Resolves at the first acknowledgement of a request that was sent from now on; rejects if a writer has failed. */
  nextAcknowledgement(): Promise<void>;
  /** Every status of a response, also of refused and repeated requests. */
  statuses: Map<number, number>;
  /** Ends the writers when each has a definite response to its last request. */
  stop(): Promise<void>;
  /** Ends them at once, after a failure of the drill. */
  abandon(): void;
};

type Sent = {
  method?: string;
  path: string;
  access?: string;
  key?: string;
  body?: unknown;
  form?: URLSearchParams;
};
type Received = { status: number; body: Record<string, unknown>; location: string | null };
type Context = {
  ledger: Ledger;
  isStopping(): boolean;
  send(sent: Sent): Promise<Received | undefined>;
  /** Repeats a request until the response is definite. */
  sendUntilKnown(sent: Sent): Promise<Received>;
};

/**
 * Authors and a buyer who write to a site without a pause, and note in the ledger what was acknowledged. `chooseOrigin` is
 * called for each request, as a proxy in front of several nodes would choose.
 */
export function startWriters(chooseOrigin: () => string, ledger: Ledger, authors = 2): Writers {
  let isStopping = false;
  const abandoned = new AbortController();
  let waiting: Array<{ since: number; resolve(): void }> = [];
  const statuses = new Map<number, number>();

  async function send(sent: Sent): Promise<Received | undefined> {
    abandoned.signal.throwIfAborted();
    const sentAt = performance.now();
    const received = await request(chooseOrigin(), sent);
    const status = received?.status ?? 0;
    statuses.set(status, (statuses.get(status) ?? 0) + 1);
    if (!received || status >= 400) return received;
    for (const { resolve } of waiting.filter(({ since }) => since <= sentAt)) resolve();
    waiting = waiting.filter(({ since }) => since > sentAt);
    return received;
  }

  async function sendUntilKnown(sent: Sent): Promise<Received> {
    const startedAt = performance.now();
    for (;;) {
      const received = await send(sent);
      if (received && isDefinite(received)) return received;
      if (performance.now() - startedAt > hangLimitMs)
        throw new Error(`${sent.path} was not served for ${hangLimitMs / 1000} s (${received?.status})`);
      await sleep(retryPauseMs);
    }
  }

  const context: Context = { ledger, isStopping: () => isStopping, send, sendUntilKnown };
  const running = [...Array.from({ length: authors }, () => author(context)), buyer(context)];
  const ended = Promise.all(running);
  // Reported by `stop`.
  ended.catch(() => undefined);
  return {
    statuses,
    nextAcknowledgement: () =>
      Promise.race([
        new Promise<void>((resolve) => void waiting.push({ since: performance.now(), resolve })),
        ended.then(() => undefined),
      ]),
    abandon: () => abandoned.abort(),
    async stop() {
      isStopping = true;
      await ended;
    },
  };
}

async function author(context: Context): Promise<void> {
  const account = await register(context);
  const draft = `new-${randomUUID().replaceAll('-', '')}`;
  for (let number = 1; !context.isStopping(); number += 1) {
    const post = await create(context, 'posts', account.access, (title) => ({
      path: '/api/v1/posts/',
      body: { title, content: `Текст для проверки после сбоя: ${title}.`, status: 'published' },
    }));
    await create(context, 'comments', account.access, (content) => ({
      path: '/api/v1/comments/',
      body: { post: post.id, content },
    }));
    await save(context, 'drafts', { name: draft, number }, () => ({
      method: 'PUT',
      path: `/api/v1/posts/drafts/${draft}/`,
      access: account.access,
      body: { title: `Черновик ${number}`, content: 'Текст', writer: draft },
    }));
    await save(context, 'profiles', { name: account.username, number }, () => ({
      method: 'PATCH',
      path: '/api/v1/auth/profile/',
      access: account.access,
      body: { bio: String(number) },
    }));
  }
}

function isDefinite({ status, body }: Received): boolean {
  // The sandbox, which plays the provider, needs the database too.
  if (body.error === 'Payment provider is not answering') return false;
  // 408: on a busy machine the body arrived too late. 409: the lease of the killed process on the idempotency key lasts.
  return status < 500 && status !== 408 && status !== 409;
}

/** Each purchase is by a new account. */
async function buyer(context: Context): Promise<void> {
  const { body: plans } = await context.sendUntilKnown({ path: '/api/v1/subscribe/plans/', method: 'GET' });
  const plan = (plans.results as Array<{ id: number }>)[0]?.id;
  while (!context.isStopping()) {
    const { access } = await register(context);
    const { status, body } = await context.sendUntilKnown({
      path: '/api/v1/payment/create-checkout-session/',
      access,
      body: { subscription_plan_id: plan },
    });
    if (status >= 400) throw new Error(`no checkout: ${status} ${JSON.stringify(body)}`);
    const path = new URL(String(body.checkout_url)).pathname;
    const paid = await context.sendUntilKnown({ path, form: new URLSearchParams({ action: 'pay' }) });
    // The page redirects readers who have not paid too, to another address.
    if (!paid.location?.includes('/subscription/success'))
      throw new Error(`not paid: ${paid.status} ${paid.location}`);
    context.ledger.payments.push(Number(body.payment_id));
  }
}

/** An account whose registration was acknowledged. After an unknown result, another name is used. */
async function register({ ledger, send }: Context): Promise<{ username: string; access: string }> {
  const startedAt = performance.now();
  for (;;) {
    const username = `drill-${randomUUID().slice(0, 18)}`;
    const received = await send({
      path: '/api/v1/auth/register/',
      body: { username, email: `${username}@example.com`, password: `Drill-${username}` },
    });
    if (received?.status === 201) {
      ledger.accounts.push(username);
      return { username, access: String(received.body.access) };
    }
    const isRefused = received && isDefinite(received);
    if (isRefused || performance.now() - startedAt > hangLimitMs)
      throw new Error(`no registration: ${received?.status} ${JSON.stringify(received?.body)}`);
    await sleep(retryPauseMs);
  }
}

/** A create with an idempotency key: repeated until it is acknowledged, and stored once. */
async function create(
  { ledger, sendUntilKnown }: Context,
  kind: 'posts' | 'comments',
  access: string,
  build: (text: string) => Sent,
): Promise<Record<string, unknown>> {
  const text = `${kind} ${randomUUID()}`;
  ledger[kind].sent.push(text);
  const { status, body } = await sendUntilKnown({ ...build(text), access, key: randomUUID() });
  if (status !== 201) throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`);
  ledger[kind].acknowledged.push(text);
  return body;
}

async function save(
  { ledger, sendUntilKnown }: Context,
  kind: 'drafts' | 'profiles',
  { name, number }: { name: string; number: number },
  build: () => Sent,
): Promise<void> {
  const saved: Saved = ledger[kind][name] ?? { acknowledged: 0, sent: 0 };
  ledger[kind][name] = saved;
  saved.sent = number;
  const { status, body } = await sendUntilKnown(build());
  if (status !== 200) throw new Error(`${kind}: ${status} ${JSON.stringify(body)}`);
  saved.acknowledged = number;
}

/** Undefined when no complete response arrived. */
async function request(origin: string, sent: Sent): Promise<Received | undefined> {
  const { method = 'POST', path, access, key, body, form } = sent;
  try {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(requestLimitMs),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(access && { authorization: `Bearer ${access}` }),
        ...(key && { 'idempotency-key': key }),
      },
      ...((form ?? body) !== undefined && { body: form ?? JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json');
    const location = response.headers.get('location');
    return { status: response.status, location, body: isJson ? JSON.parse(text) : {} };
  } catch {
    return undefined;
  }
}
