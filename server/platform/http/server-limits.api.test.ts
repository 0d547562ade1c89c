import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FastifyBaseLogger } from 'fastify';
import pino, { type Logger } from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import { createTestApp, type TestApp, type TestAppOptions } from '#tests/support/test-app.ts';
import { defaultServerLimits } from './server-limits.ts';

/** Tests the limits that apply before a request is parsed. */
const patientLimits = {
  ...defaultServerLimits,
  headersMs: hangLimitMs,
  requestMs: hangLimitMs,
  stalledMs: hangLimitMs,
  drainMs: hangLimitMs,
};
let app: TestApp;
let log: string[] = [];
let isStopping = false;

afterEach(async () => {
  isStopping = false;
  await app.stop();
});

type LimitOverrides = Partial<Omit<typeof defaultServerLimits, 'connections'>> & {
  connections?: Partial<typeof defaultServerLimits.connections>;
};

async function start(
  { connections, ...serverLimits }: LimitOverrides = {},
  options: TestAppOptions = {},
): Promise<void> {
  log = [];
  app = await createTestApp({
    serverLimits: {
      ...patientLimits,
      ...serverLimits,
      connections: { ...defaultServerLimits.connections, ...connections },
    },
    log: pino(
      { level: 'info' },
      { write: (line: string) => void log.push(line) },
    ) as Logger as FastifyBaseLogger,
    readiness: { isReady: () => !isStopping, isStopping: () => isStopping },
    ...options,
  });
}

async function open(host = '127.0.0.1'): Promise<Socket> {
  const { port } = app.http.server.address() as AddressInfo;
  const socket = connect(port, host);
  // A closed connection may end with or without an error; the tests accept both.
  socket.on('error', () => undefined);
  await new Promise((done) => socket.once('connect', done));
  return socket;
}

/** Sends the bytes and returns everything the server sends until it closes the connection. */
async function sendAndRead(bytes: string): Promise<string> {
  const socket = await open();
  socket.write(Buffer.from(bytes, 'latin1'));
  return text(socket);
}

const closed = (socket: Socket) =>
  new Promise<void>((done) => (socket.closed ? done() : socket.once('close', () => done())));
const get = (path: string, ...headers: string[]) =>
  [`GET ${path} HTTP/1.1`, 'Host: site', ...headers, '', ''].join('\r\n');

/** Reads one response with a `Content-Length` from a connection that stays open. */
async function responseOn(socket: Socket): Promise<string> {
  let read = '';
  for (;;) {
    const [head = '', body] = read.split('\r\n\r\n');
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1]);
    if (body !== undefined && Buffer.byteLength(body) >= length) return read;
    read += await new Promise<string>((done, fail) => {
      socket.once('data', (chunk) => done(String(chunk)));
      socket.once('close', () => fail(new Error(`cut after: ${read}`)));
    });
  }
}

describe('a malformed request', () => {
  const post = (...headers: string[]) =>
    ['POST /api/v1/posts/ HTTP/1.1', 'Host: a', ...headers, '', ''].join('\r\n');
  it.each([
    ['bytes that are not HTTP', '\x16\x03\x01\r\n\r\n', 400],
    ['two Host headers', get('/api/v1/posts/', 'host: other', 'Connection: close'), 400],
    ['no Host header', 'GET /api/v1/posts/ HTTP/1.1\r\n\r\n', 400],
    [
      'a length and chunked encoding',
      `${post('Content-Length: 3', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    [
      'chunked encoding and a length',
      `${post('Transfer-Encoding: chunked', 'Content-Length: 3')}0\r\n\r\n`,
      400,
    ],
    ['two lengths', `${post('Content-Length: 3', 'Content-Length: 4')}abcd`, 400],
    ['a length that is a list', `${post('Content-Length: 3, 3')}abc`, 400],
    [
      'a transfer encoding that does not end with chunked',
      `${post('Transfer-Encoding: chunked, identity')}0\r\n\r\n`,
      400,
    ],
    [
      'chunked encoding twice',
      `${post('Transfer-Encoding: chunked', 'Transfer-Encoding: chunked')}0\r\n\r\n`,
      400,
    ],
    ['a blank before the colon', `${post('Transfer-Encoding : chunked')}0\r\n\r\n`, 400],
    ['a folded header', get('/', 'X-A: b\r\n c'), 400],
    ['a line end in a header', get('/', 'X-A: b\rX-B: c'), 400],
    ['a zero byte in a header', get('/', 'X-A: b\0'), 400],
    [
      'a chunk with 20 kB of extensions',
      `${post('Transfer-Encoding: chunked')}1;${'x'.repeat(20_000)}\r\n`,
      413,
    ],
    ['20 kB of headers', get('/', `X-A: ${'x'.repeat(20_000)}`), 431],
  ])('returns its status, a Russian message and the common headers: %s', async (_, bytes, status) => {
    await start();
    const [head = '', body = ''] = (await sendAndRead(bytes)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body).detail).toMatch(/[а-я]/);
    expect(head).toMatch(/content-type: application\/json; charset=utf-8/i);
    expect(head).toMatch(/connection: close/i);
    expect(head).toMatch(/x-content-type-options: nosniff/i);
    expect(head).toMatch(/x-request-id: [0-9a-f-]{36}/i);
    expect(log.join('')).toContain(`"status":${status}`);
  });

  it('succeeds without a Host header in HTTP/1.0', async () => {
    await start();
    expect(await sendAndRead('GET /healthz HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1\.1 200 /);
  });

  it('returns 400 for two Host headers when its response is cached', async () => {
    await start({}, { env: { CACHE_MB: '64' } });
    await expect
      .poll(async () => {
        await app.fetch('/api/v1/posts/');
        return app.cache.size().entries;
      })
      .toBe(1);
    expect(await sendAndRead(get('/api/v1/posts/', 'Host: other', 'Connection: close'))).toMatch(
      /^HTTP\/1\.1 400 /,
    );
  });

  it('has CORS headers when the origin is known', async () => {
    await start({ requestMs: 300, headersMs: 200 });
    const request =
      'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nOrigin: http://localhost:3000\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{';
    // A busy machine may not have read the headers in time.
    await expect
      .poll(() => sendAndRead(request))
      .toMatch(/^HTTP\/1\.1 408 [\s\S]*access-control-allow-origin: http:\/\/localhost:3000/);
  });
});

describe('a request that arrives slowly', () => {
  it.each([
    ['head', 'GET / HTTP/1.1\r\nHost: a\r\nX-A:'],
    [
      'body',
      'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    ],
  ])('returns 408 after the deadline of its %s, which is checked every second', async (_, bytes) => {
    await start({ headersMs: 200, requestMs: 300 });
    expect(app.http.server).toHaveProperty('connectionsCheckingInterval', 1_000);
    expect(await sendAndRead(bytes)).toMatch(
      /^HTTP\/1\.1 408 [\s\S]*"detail":"Запрос передавался слишком долго/,
    );
  });
});

it('logs a client that disconnects with status 499 and no error', async () => {
  await start();
  const socket = await open();
  const begun = once(app.http.server, 'request');
  socket.write(
    'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
  );
  await begun;
  socket.destroy();
  await expect.poll(() => log.filter((line) => line.includes('/auth/login/')).length).toBe(1);
  expect(log.find((line) => line.includes('/auth/login/'))).toContain('"status":499');
  await app.fetch('/healthz');
  expect(log.filter((line) => JSON.parse(line).level > 30)).toEqual([]);
});

describe('connections', () => {
  it('close the longest idle one when a network exceeds its limit', async () => {
    await start({ connections: { perNetwork: 3 } });
    const [first, second, third] = [await open(), await open(), await open()];
    first.write(get('/healthz'));
    await responseOn(first);
    const fourth = await open();
    await closed(second);
    for (const socket of [first, third, fourth]) {
      socket.write(get('/healthz'));
      expect(await responseOn(socket)).toMatch(/ 200 /);
      socket.destroy();
    }
  });

  it('leave room for other networks when one network reaches its limit', async () => {
    await start({ connections: { perNetwork: 3, total: 100 } }, { withPages: true });
    const attackers = await Promise.all(Array.from({ length: 10 }, () => open('127.0.0.1')));
    const other = await open('::1');
    other.write(get('/healthz'));
    expect(await responseOn(other)).toMatch(/ 200 /);
    for (const socket of [...attackers, other]) socket.destroy();
  });

  it('have only the total limit for a trusted proxy', async () => {
    await start({ connections: { perNetwork: 1, total: 3 } }, { env: { TRUST_PROXY: '127.0.0.1' } });
    const sockets = [await open(), await open(), await open()];
    for (const socket of sockets) {
      socket.write(get('/healthz'));
      expect(await responseOn(socket)).toMatch(/ 200 /);
    }
    const fourth = await open();
    await closed(sockets[0] as Socket);
    fourth.write(get('/healthz'));
    expect(await responseOn(fourth)).toMatch(/ 200 /);
  });

  it('refuse a new one when all of a network are busy', async () => {
    await start({ connections: { perNetwork: 1 } });
    const busy = await open();
    busy.write(
      'POST /api/v1/auth/login/ HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
    );
    await new Promise((done) => busy.once('data', done));
    await closed(await open());
    busy.write('{}');
    expect(await responseOn(busy)).toMatch(/ 400 /);
    busy.destroy();
  });

  it('are closed after a complete response while the process stops', async () => {
    await start();
    const [keptAlive, silent] = [await open(), await open()];
    keptAlive.write(get('/healthz'));
    expect(await responseOn(keptAlive)).toMatch(/connection: keep-alive/i);
    isStopping = true;
    const stopped = app.http.close();
    keptAlive.write(get('/api/v1/posts/'));
    const response = await responseOn(keptAlive);
    expect(response).toMatch(/^HTTP\/1\.1 200 /);
    expect(response).toMatch(/connection: close/i);
    await closed(silent);
    await stopped;
  });
});

describe('pipelined requests', () => {
  it('get their responses in order', async () => {
    await start();
    const response = await sendAndRead(
      get('/healthz') + get('/readyz') + get('/healthz', 'Connection: close'),
    );
    expect([...response.matchAll(/\{"status":"(\w+)"\}/g)].map(([, status]) => status)).toEqual([
      'ok',
      'ready',
      'ok',
    ]);
  });

  it('close the connection when there are more than the limit', async () => {
    await start();
    const socket = await open();
    socket.write(get('/healthz').repeat(2_000));
    await closed(socket);
    await expect.poll(() => log.length).toBeLessThan(100);
  });
});
