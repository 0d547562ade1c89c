import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createResponseCache, type ResponseCache } from '../cache/response-cache.ts';
import { createCachedFirstListener } from '../cache/send-cached.ts';
import { notFound, tooManyRequests } from '../errors.ts';
import { sendError } from './api-routes.ts';
import { type Document, registerDocuments } from './documents.ts';

let app: FastifyInstance;
let cache: ResponseCache;
let renders: string[];
let isLimited: boolean;

const image = Buffer.alloc(5_000, 7);
const documents: Document[] = [
  {
    path: '/feeds/{category}.xml',
    contentType: 'application/rss+xml; charset=utf-8',
    async render({ category = '' }) {
      renders.push(category);
      if (category === 'unknown') throw notFound();
      if (category === 'broken') throw new Error('no database');
      return { body: `<rss>${category} ${'x'.repeat(2_000)}</rss>`, tags: [`category:${category}`] };
    },
  },
  {
    path: '/cards/{id}.png',
    contentType: 'image/png',
    async render({ id = '' }) {
      renders.push(id);
      return { body: image, tags: id === 'private' ? undefined : [] };
    },
  },
];

beforeEach(async () => {
  renders = [];
  isLimited = false;
  cache = createResponseCache({
    maxBytes: 1_000_000,
    clock: { now: () => new Date() },
    nextChangeAt: async () => undefined,
    meter: { hit: () => undefined, miss: () => undefined },
    onError: () => undefined,
  });
  cache.setListening(true);
  const limits = {
    async take() {
      if (isLimited) throw tooManyRequests(1_000);
    },
  };
  app = Fastify({
    forceCloseConnections: 'idle',
    serverFactory: (handler) =>
      createServer(
        createCachedFirstListener(handler, {
          cache,
          limits,
          getAddress: () => '127.0.0.1',
          logRequest: () => undefined,
          metrics: { observe: () => undefined },
          isUnderLoad: () => false,
        }),
      ),
  });
  app.setErrorHandler((error, incoming, reply) => sendError(error, incoming, reply));
  registerDocuments(app, documents, { admission: { run: (_kind, work) => work() }, limits, cache });
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

it('renders a document once and then sends it from the cache, whatever the query is', async () => {
  const first = await send('/feeds/city.xml');
  expect(first.status).toBe(200);
  expect(first.headers['content-type']).toBe('application/rss+xml; charset=utf-8');
  expect(first.headers['cache-control']).toBe('no-cache');
  expect(first.bytes.toString()).toMatch(/^<rss>city x+<\/rss>$/);
  expect((await send('/feeds/city.xml?utm=1')).bytes).toEqual(first.bytes);
  expect((await send('/feeds/city.xml')).bytes).toEqual(first.bytes);
  expect(renders).toEqual(['city']);
});

it('renders a document again after a change of one of its tags', async () => {
  await send('/feeds/city.xml');
  await send('/feeds/sport.xml');
  cache.invalidate(['category:city']);
  await send('/feeds/city.xml');
  await send('/feeds/sport.xml');
  expect(renders).toEqual(['city', 'sport', 'city']);
});

it('renders a document without tags for every request', async () => {
  await send('/cards/private.png');
  const { headers, bytes } = await send('/cards/private.png');
  expect(bytes).toEqual(image);
  expect(headers.etag).toMatch(/^W\//);
  expect(renders).toEqual(['private', 'private']);
});

it('compresses text and leaves bytes as they are', async () => {
  const accepted = { 'accept-encoding': 'br' };
  expect((await send('/feeds/city.xml', accepted)).headers['content-encoding']).toBe('br');
  const card = await send('/cards/1.png', accepted);
  expect(card.headers['content-type']).toBe('image/png');
  expect(card.headers['content-encoding']).toBeUndefined();
  expect(card.bytes).toEqual(image);
});

it.each(['rendered', 'cached'])(
  'sends no body for HEAD and If-None-Match of a %s document',
  async (state) => {
    if (state === 'cached') await send('/feeds/city.xml');
    const head = await send('/feeds/city.xml', {}, 'HEAD');
    expect(head.status).toBe(200);
    expect(head.bytes).toHaveLength(0);
    const etag = String(head.headers.etag);
    const unchanged = await send('/feeds/city.xml', { 'if-none-match': etag });
    expect([unchanged.status, unchanged.bytes.length]).toEqual([304, 0]);
  },
);

it('returns 404 for parameters without a document and does not cache it', async () => {
  expect((await send('/feeds/unknown.xml')).status).toBe(404);
  expect((await send('/feeds/unknown.xml')).status).toBe(404);
  expect(renders).toEqual(['unknown', 'unknown']);
});

it('returns 500 without details when the render fails', async () => {
  const { status, bytes } = await send('/feeds/broken.xml');
  expect(status).toBe(500);
  expect(bytes.toString()).not.toContain('database');
});

it('returns 429 for a document to be rendered when the limit of pages is used up', async () => {
  await send('/feeds/city.xml');
  isLimited = true;
  expect((await send('/feeds/sport.xml')).status).toBe(429);
  expect((await send('/feeds/city.xml')).status).toBe(200);
  expect(renders).toEqual(['city']);
});
