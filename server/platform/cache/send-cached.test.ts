import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { tooManyRequests } from '../errors.ts';
import type { RequestLine } from '../log.ts';
import { createResponseCache, type ResponseCache } from './response-cache.ts';
import {
  createCachedFirstListener,
  requestTargetOf,
  sendCached,
  sendWritesAfterInvalidation,
} from './send-cached.ts';

/** Tests the fast path and the slow path of cached responses on a server without other plugins. */
let app: FastifyInstance;
let cache: ResponseCache;
let lines: RequestLine[];
let observed: number[];
let handled: string[];
let settled: number;
let isLimited: boolean;

const body = 'Страница. '.repeat(500);

beforeEach(async () => {
  [lines, observed, handled, settled, isLimited] = [[], [], [], 0, false];
  cache = createResponseCache({
    maxBytes: 1_000_000,
    clock: { now: () => new Date() },
    nextChangeAt: async () => undefined,
    meter: { hit: () => undefined, miss: () => undefined },
    onError: () => undefined,
  });
  cache.setListening(true);
  const parts = {
    cache,
    limits: {
      take: async () => {
        if (isLimited) throw tooManyRequests(1_000);
      },
    },
    getAddress: () => '127.0.0.1',
    logRequest: (line: RequestLine) => void lines.push(line),
    metrics: { observe: ({ status }: { status: number }) => void observed.push(status) },
    isUnderLoad: () => false,
  };
  app = Fastify({
    forceCloseConnections: 'idle',
    serverFactory: (handler) => createServer(createCachedFirstListener(handler, parts)),
  });
  sendWritesAfterInvalidation(app, async () => {
    settled += 1;
  });
  app.addHook('onRequest', async (_request, reply) => void reply.header('x-frame-options', 'DENY'));
  app.route({
    method: ['GET', 'HEAD', 'POST'],
    url: '/*',
    handler: async (incoming, reply) => {
      handled.push(incoming.url);
      if (incoming.method === 'POST') return reply.code(204).send();
      const headers = { 'content-type': 'text/html; charset=utf-8' };
      const render = async () => ({ status: 200, headers, body, tags: ['lists'] });
      const { cached } = await cache.get(incoming.url, requestTargetOf(incoming), render);
      return cached ? sendCached(incoming, reply, cached) : reply.code(500).send();
    },
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
});
afterEach(() => app.close());

type Got = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };

async function send(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  const { port } = app.server.address() as AddressInfo;
  const sent = request({ host: '127.0.0.1', port, path, headers, method, agent: false }).end();
  const [response] = await once(sent, 'response');
  return { status: response.statusCode, headers: response.headers, bytes: await buffer(response) };
}

const comparableHeaders = ({ headers: { date: _, 'x-request-id': id, ...rest } }: Got) => ({ id, rest });

it.each(['/', '/api/list'])(
  'sends %s from the cache with the same headers and bytes as the rendered response',
  async (path) => {
    const first = await send(path, { 'accept-encoding': 'br' });
    const second = await send(path, { 'accept-encoding': 'br' });
    expect(handled).toEqual([path]);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(comparableHeaders(second).rest).toEqual(comparableHeaders(first).rest);
    expect(second.headers).toMatchObject({
      'x-frame-options': 'DENY',
      'content-encoding': 'br',
      'content-length': String(second.bytes.length),
    });
    expect(comparableHeaders(second).id).toBeDefined();
  },
);

it('sends no body for HEAD and for a matching If-None-Match', async () => {
  const { headers } = await send('/');
  const head = await send('/', {}, 'HEAD');
  expect([head.status, head.bytes.length, head.headers['content-length']]).toEqual([
    200,
    0,
    headers['content-length'],
  ]);
  const known = await send('/', { 'if-none-match': String(headers.etag) });
  expect([known.status, known.bytes.length, known.headers.etag]).toEqual([304, 0, headers.etag]);
  expect(known.headers['content-length']).toBeUndefined();
  expect(handled).toHaveLength(1);
});

it.each(['/', '/api/list'])('logs and counts a cached response to %s', async (path) => {
  await send(path);
  await send(path);
  expect(observed).toEqual(lines.map(({ status }) => status));
  expect(lines).toEqual([
    { reqId: expect.any(String), method: 'GET', route: '/*', status: 200, ms: expect.any(Number) },
  ]);
});

it.each([
  ['a token', { authorization: 'Bearer x' }],
  ['another origin', { origin: 'https://other.example' }],
])('passes a request with %s to the route handler', async (_, headers: Record<string, string>) => {
  await send('/');
  await send('/', headers);
  expect(handled).toHaveLength(2);
});

it('passes API requests to the route handler when the rate limit is used up', async () => {
  await send('/');
  await send('/api/list');
  await send('/api/list');
  isLimited = true;
  await send('/api/list');
  await send('/');
  expect(handled).toEqual(['/', '/api/list', '/api/list']);
});

it('sends the response to a write only after the invalidation of cached pages', async () => {
  await send('/', {}, 'POST');
  expect(settled).toBe(1);
  await send('/');
  expect(settled).toBe(1);
});
