import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { json } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#tests/support/test-app.ts';
import { startTracing, type Tracing } from './tracing.ts';

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } };
type Span = { name: string; traceId: string; spanId: string; parentSpanId?: string; attributes: Attribute[] };

let collector: Server;
let tracing: Tracing;
let app: TestApp;
const spans: Span[] = [];
let received = '';

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    // biome-ignore lint/suspicious/noExplicitAny: the protocol of the collector.
    const body = (await json(request)) as any;
    received += JSON.stringify(body);
    for (const { scopeSpans } of body.resourceSpans)
      for (const scope of scopeSpans) spans.push(...scope.spans);
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const { port } = collector.address() as { port: number };
  const settings = { endpoint: `http://127.0.0.1:${port}`, serviceName: 'test-site', sampleRatio: 1 };
  tracing = startTracing(settings, '1.2.3');
  app = await createTestApp({ tracing });
});
afterAll(async () => {
  await app.stop();
  collector.close();
});

it('sends a trace of a request with its statements, without values, addresses and texts of readers', async () => {
  await app.createUser({ username: 'canary-name' });
  await app.call('listPosts', { query: { search: 'canary-search' } });
  expect((await app.fetch('/api/v1/posts/canary-slug/?token=canary-token')).status).toBe(404);
  await tracing.stop();
  expect(received).toContain('test-site');
  const list = spans.find(({ name }) => name === 'GET /api/v1/posts/');
  const readAttribute = (key: string) => list?.attributes.find((attribute) => attribute.key === key)?.value;
  expect(readAttribute('http.route')?.stringValue).toBe('/api/v1/posts/');
  expect(Number(readAttribute('http.response.status_code')?.intValue)).toBe(200);
  const children = spans.filter(({ parentSpanId }) => parentSpanId === list?.spanId);
  expect(children.length).toBeGreaterThan(0);
  expect(new Set(children.map(({ name, traceId }) => `${name} ${traceId}`))).toEqual(
    new Set([`query ${list?.traceId}`]),
  );
  expect(received).toContain('select');
  expect(received).not.toContain('canary');
});

it('does not disturb requests when the collector is gone', async () => {
  const silent = startTracing({ endpoint: 'http://127.0.0.1:1', serviceName: 'a', sampleRatio: 1 }, '1');
  const other = await createTestApp({ tracing: silent });
  expect((await other.call('listPosts')).status).toBe(200);
  await other.stop();
  await silent.stop().catch(() => undefined);
  const never = startTracing({ endpoint: 'http://127.0.0.1:1', serviceName: 'a', sampleRatio: 0 }, '1');
  expect(never.isSampled()).toBe(false);
  await never.stop();
});
