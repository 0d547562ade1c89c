import { connect, type Socket } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';
import { createBodyAdmission } from './body-admission.ts';

const mebibyte = 1024 * 1024;
/** Memory limit for sixty bodies and the code that reads them; without limits the bodies alone take 60 to 540 MiB. */
const maxMemoryBytes = 32 * mebibyte;
/** Shared by all connections, so that the sent data takes memory once. */
const filler = Buffer.alloc(9 * mebibyte, 'x');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const bodies = createBodyAdmission({ waitMs: 1_000 });
let app: TestApp;
let reader: TestUser;
let open: Socket[] = [];

beforeAll(async () => {
  app = await createTestApp({ bodies, env: { TRUST_PROXY: 'true', RATE_LIMIT_FACTOR: '0' } });
  reader = await app.createUser();
});
afterAll(() => app.stop());
beforeEach(() => expect.poll(() => bodies.usage()).toEqual({ bodies: 0, bytes: 0 }));
afterEach(() => {
  for (const socket of open) socket.destroy();
  open = [];
});

type UnfinishedRequest = {
  path: string;
  headers: Record<string, string | number>;
  start?: string;
  fillerBytes?: number;
  from?: string;
  to?: TestApp;
};

/** Starts a request that does not end, and collects the response. */
function begin({
  path,
  headers,
  start = '',
  fillerBytes = 0,
  from = '198.51.100.1',
  to = app,
}: UnfinishedRequest) {
  const { hostname, port } = new URL(to.origin);
  const socket: Socket = connect(Number(port), hostname);
  let text = '';
  socket.setEncoding('utf8').on('data', (chunk) => (text += chunk));
  socket.on('error', () => undefined);
  const lines = Object.entries({ host: hostname, 'x-forwarded-for': from, ...headers });
  const head = lines.map(([name, value]) => `${name}: ${value}`).join('\r\n');
  socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${start}`);
  socket.write(filler.subarray(0, fillerBytes));
  open.push(socket);
  return { socket, received: () => text, isSent: () => socket.writableLength === 0 };
}

const multipart = 'multipart/form-data; boundary=edge';
const partHead = (field: string, filename?: string) =>
  `--edge\r\ncontent-disposition: form-data; name="${field}"${filename ? `; filename="${filename}"` : ''}\r\n\r\n`;

/** Memory use of this process in bytes after a garbage collection. */
function memoryBytes(): number {
  collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Sends sixty requests without their end; resolves when each is refused or read as far as it was sent. */
async function sendSixty(request: (index: number) => UnfinishedRequest): Promise<void> {
  const begun = Array.from({ length: 60 }, (_, index) => begin(request(index)));
  await expect.poll(() => begun.filter((one) => one.received() === '' && !one.isSent())).toEqual([]);
}

const login = (from: string) =>
  app.call('login', {
    headers: { 'x-forwarded-for': from },
    body: { email: reader.user.email, password: reader.password },
  });

describe('sixty unfinished requests', () => {
  const token = () => ({ authorization: `Bearer ${reader.access}` });
  const path = '/api/v1/auth/login/';
  const requests: Record<string, (index: number) => UnfinishedRequest> = {
    'logins with files of several megabytes': () => ({
      path,
      headers: { 'content-type': multipart, 'content-length': 8 * mebibyte },
      start: partHead('email', 'a.bin'),
      fillerBytes: 7 * mebibyte,
    }),
    'logins with a field of the maximum body size': () => ({
      path,
      headers: { 'content-type': multipart, 'content-length': mebibyte },
      start: partHead('email'),
      fillerBytes: mebibyte - 2_000,
    }),
    'logins of undeclared length': () => ({
      path,
      headers: { 'content-type': multipart, 'transfer-encoding': 'chunked' },
      start: `${(8 * mebibyte).toString(16)}\r\n${partHead('email')}`,
      fillerBytes: 7 * mebibyte,
    }),
    'logins in JSON': () => ({
      path,
      headers: { 'content-type': 'application/json', 'content-length': mebibyte },
      start: '{"email": "',
      fillerBytes: mebibyte - 2_000,
    }),
    'uploads of one account from sixty networks': (index) => ({
      path: '/api/v1/upload/image/',
      headers: { ...token(), 'content-type': multipart, 'content-length': 9 * mebibyte },
      start: partHead('image', 'a.png'),
      fillerBytes: 9 * mebibyte - 2_000,
      from: `192.0.2.${index}`,
    }),
  };

  it.each(Object.keys(requests))('stay within the memory limit and do not block logins: %s', async (name) => {
    const before = memoryBytes();
    await sendSixty(requests[name] as (index: number) => UnfinishedRequest);
    // Buffers are freed some time after a collection.
    await expect.poll(() => memoryBytes() - before).toBeLessThan(maxMemoryBytes);
    expect(bodies.usage().bytes).toBeLessThanOrEqual(24 * mebibyte);
    expect((await login('198.51.100.1')).status).toBe(200);
    expect((await login('198.51.100.2')).status).toBe(200);
  });
});

describe('a body that does not end', () => {
  let shortDeadlineApp: TestApp;
  const shortDeadlineMs = 300;
  const shortDeadlineBodies = createBodyAdmission({ deadlineMs: shortDeadlineMs });
  beforeAll(async () => {
    shortDeadlineApp = await createTestApp({ bodies: shortDeadlineBodies });
  });
  afterAll(() => shortDeadlineApp.stop());

  it.each([
    ['in JSON', 'application/json', '{"email"'],
    ['in form fields', 'application/x-www-form-urlencoded', 'email='],
    ['in multipart', multipart, partHead('email')],
    ['in multipart, within a file', multipart, partHead('email', 'a.png')],
  ])('returns 408 with a message and closes the connection: %s', async (_, type, start) => {
    const headers = { 'content-type': type, 'content-length': 1_000 };
    const { socket, received } = begin({ path: '/api/v1/auth/login/', headers, start, to: shortDeadlineApp });
    await expect.poll(() => socket.destroyed || socket.readableEnded).toBe(true);
    expect(received()).toMatch(/^HTTP\/1\.1 408 /);
    expect(received()).toContain('Запрос передавался слишком долго');
  });

  it.each([1, 1_000])('does not end the process when no parser reads it: %i bytes', async (length) => {
    const onError = vi.fn();
    process.on('uncaughtException', onError);
    onTestFinished(() => void process.off('uncaughtException', onError));
    const headers = { 'content-type': 'text/plain', 'content-length': length };
    const { received } = begin({ path: '/api/v1/auth/login/', headers, start: 'x', to: shortDeadlineApp });
    await expect.poll(received).toMatch(/^HTTP\/1\.1 415 /);
    // A timer of the same process: the earlier one of the deadline has fired before.
    await setTimeout(2 * shortDeadlineMs);
    expect(onError).not.toHaveBeenCalled();
    expect(shortDeadlineBodies.usage()).toEqual({ bodies: 0, bytes: 0 });
  });

  it('takes no admission slot, which is acquired after the body has been read', async () => {
    const headers = { 'content-type': 'application/json', 'content-length': 1_000 };
    // A class has at most fifty requests in progress and fifty in its queue.
    for (let index = 0; index < 150; index += 1)
      begin({ path: '/api/v1/auth/token/refresh/', headers, start: '{', from: `192.0.2.${index}` });
    await expect.poll(() => bodies.usage().bodies).toBe(150);
    const { status } = await app.call('refreshToken', { body: {} });
    expect(status).toBe(400);
  });
});

describe('a multipart body', () => {
  const post = (fields: Record<string, string | Blob>) => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.set(name, value);
    return app.call('createPost', { as: reader, body: form });
  };

  it('accepts an empty file in the field of a picture', async () => {
    const { status, body } = await post({ title: 'Без картинки', content: 'Текст', image: new Blob([]) });
    expect([status, body.image]).toEqual([201, null]);
  });

  it('skips a file of an endpoint without file fields', async () => {
    const form = new FormData();
    form.set('email', reader.user.email);
    form.set('password', reader.password);
    form.set('image', new Blob(['x'.repeat(100_000)]), 'a.png');
    expect((await app.call('login', { body: form })).status).toBe(200);
  });

  it('returns 413 when its fields exceed the limit of a JSON body', async () => {
    const half = 'x'.repeat(mebibyte / 2 + 1);
    expect((await post({ title: 'Длинный', content: half, other: half })).status).toBe(413);
  });

  it('returns a field error for a picture above the limit of any size', async () => {
    const { status, body } = await post({ title: 'a', content: 'b', image: new Blob([filler, filler]) });
    expect([status, body]).toEqual([400, { image: ['Размер файла не должен превышать 10MB'] }]);
  });

  it.each([
    ['without an end', `${partHead('email')}reader`],
    ['when it ends within a file', `${partHead('email', 'a.png')}reader`],
    ['without a head', '--edge\r\n\r\nreader\r\n--edge--'],
  ])('returns 400 %s', async (_, body) => {
    const headers = { 'content-type': multipart };
    const response = await app.fetch('/api/v1/auth/login/', { method: 'POST', headers, body });
    expect(response.status).toBe(400);
  });
});

describe('a body of very many values', () => {
  const send = (type: string, body: string) =>
    app.fetch('/api/v1/auth/login/', { method: 'POST', headers: { 'content-type': type }, body });
  const json = 'application/json';

  it.each([
    ['lists in lists', `{"email":${'['.repeat(51)}${']'.repeat(51)}}`],
    ['keys', `{${Array.from({ length: 10_001 }, (_, index) => `"k${index}":1`).join()}}`],
    ['empty objects', `{"email":[${'{},'.repeat(5_001)}{}]}`],
  ])('returns 400 before it is parsed: %s', async (_, body) => {
    expect(await send(json, body)).toMatchObject({
      status: 400,
      body: { detail: 'Тело запроса не читается: проверьте формат.' },
    });
  });

  it('accepts any characters in its strings', async () => {
    const text = `${'{[,'.repeat(20_000)}\\"${'}'.repeat(100)}`;
    const { status, body } = await send(json, JSON.stringify({ email: text, password: text }));
    expect([status, Object.keys(body)]).toEqual([400, ['email', 'password']]);
  });

  it('returns 413 for form fields', async () => {
    expect((await send('application/x-www-form-urlencoded', 'a&'.repeat(1_001))).status).toBe(413);
  });
});
