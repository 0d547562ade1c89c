import { once } from 'node:events';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildSiteIfStale } from '../../scripts/build-site.ts';
import { hangLimitMs } from '../support/hang-limit.ts';
import {
  createTempFolder,
  findFreePort,
  launchSite,
  type SiteProcess,
  waitUntilReady,
} from '../support/site-process.ts';
import { createCertificate, type FrontServer, host, startCaddy, startNginx } from './proxies.ts';

/** The configurations of deploy/ with the Caddy and nginx of Debian in front of a running site. */
let folder: string;
let sitePort: number;
let site: SiteProcess;
let certificate: { cert: string; key: string };
const megabyte = 2 ** 20;

type Reply = { status: number; headers: IncomingHttpHeaders; body: Buffer };
type Sent = { method?: string; headers?: Record<string, string>; body?: Buffer | string; from?: string };

async function launch(): Promise<void> {
  site = launchSite([process.execPath, 'server/main.ts'], {
    folder,
    port: sitePort,
    env: {
      PUBLIC_URL: `https://${host}`,
      HOST: '127.0.0.1',
      TRUST_PROXY: '127.0.0.1',
      LOG_LEVEL: 'warn',
    },
  });
  await waitUntilReady(sitePort);
}

async function stopSite(): Promise<void> {
  site.child.kill('SIGTERM');
  await site.waitForExit();
}

beforeAll(async () => {
  buildSiteIfStale();
  folder = createTempFolder('proxies');
  certificate = createCertificate(folder);
  sitePort = await findFreePort();
  await launch();
});
afterAll(async () => {
  await stopSite();
  rmSync(folder, { recursive: true, force: true });
});

const readReply = (sent: ReturnType<typeof httpRequest>): Promise<Reply> =>
  new Promise((done, fail) => {
    sent.on('error', fail);
    sent.on('response', async (response) =>
      done({ status: response.statusCode ?? 0, headers: response.headers, body: await buffer(response) }),
    );
  });

function send(port: number, path: string, { method = 'GET', headers = {}, body, from }: Sent = {}) {
  const options: RequestOptions = {
    host: '127.0.0.1',
    port,
    path,
    method,
    servername: host,
    ca: readFileSync(certificate.cert),
    headers: { host, ...(body && { 'content-length': Buffer.byteLength(body) }), ...headers },
    ...(from && { localAddress: from }),
    agent: false,
  };
  const sent = httpsRequest(options);
  const reply = readReply(sent);
  sent.end(body);
  return reply;
}

function sendPlain(port: number, path: string, headers: Record<string, string> = {}): Promise<Reply> {
  const sent = httpRequest({ host: '127.0.0.1', port, path, headers: { host, ...headers }, agent: false });
  const reply = readReply(sent);
  sent.end();
  return reply;
}

const json = { 'content-type': 'application/json' };
const feedback = JSON.stringify({
  name: 'Читатель',
  email: 'reader@example.com',
  kind: 'question',
  message: 'Здравствуйте.',
});
const readFeedbackStatus = async (port: number, from: string, forwarded: string) => {
  const headers = { ...json, 'x-forwarded-for': forwarded, forwarded: `for=${forwarded}` };
  const sent: Sent = { method: 'POST', headers, body: feedback, from };
  return (await send(port, '/api/v1/site/feedback/', sent)).status;
};

describe.each([
  { name: 'caddy', start: startCaddy, client: '127.0.0.21', other: '127.0.0.22' },
  { name: 'nginx', start: startNginx, client: '127.0.0.31', other: '127.0.0.32' },
])('$name', ({ name, start, client, other }) => {
  let proxy: FrontServer;
  let access: string;
  beforeAll(async () => {
    const own = join(folder, name);
    mkdirSync(own);
    proxy = await start({ folder: own, sitePort, ...certificate });
    // The first render also loads the modules of the page.
    const check = async () => expect((await send(proxy.httpsPort, '/')).status).toBe(200);
    await vi.waitFor(check, { timeout: hangLimitMs }).catch((error) => {
      throw new Error(`${error}\n${proxy.readLog()}`);
    });
    const account = { username: `${name}-user`, email: `${name}@example.com`, password: 'TestPassword123!' };
    const sent: Sent = { method: 'POST', headers: json, body: JSON.stringify(account) };
    access = JSON.parse(String((await send(proxy.httpsPort, '/api/v1/auth/register/', sent)).body)).access;
  });
  afterAll(() => proxy.stop());

  it('sends pages over TLS with the headers of the site, over HTTP/2 too', async () => {
    const { status, headers, body } = await send(proxy.httpsPort, '/');
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    expect(headers['content-security-policy']).toContain("default-src 'self'");
    expect(String(body)).toContain(`<link rel="canonical" href="https://${host}/"`);
    const session = connectHttp2(`https://${host}:${proxy.httpsPort}`, {
      lookup: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }] as never),
      ca: readFileSync(certificate.cert),
    });
    const stream = session.request({ ':path': '/posts' });
    const [replied] = await once(stream, 'response');
    expect([session.alpnProtocol, replied[':status']]).toEqual(['h2', 200]);
    stream.resume();
    await once(stream, 'end');
    session.close();
  });

  it('redirects to https on the configured host only, whatever the request claims', async () => {
    const { status, headers } = await sendPlain(proxy.httpPort, '/posts?page=2', {
      'x-forwarded-host': 'evil.example',
    });
    expect([status, headers.location]).toEqual([308, `https://${host}/posts?page=2`]);
    const foreign = await sendPlain(proxy.httpPort, '/posts', { host: 'evil.example' }).catch(
      () => undefined,
    );
    expect(foreign?.headers.location ?? '').not.toContain('evil.example');
    const escaping = await sendPlain(proxy.httpPort, '//evil.example/%2e%2e');
    expect(new URL(escaping.headers.location ?? '', `https://${host}`).host).toBe(host);
  });

  it('does not pass on a foreign host: no page contains it', async () => {
    const headers = { host: 'evil.example', 'x-forwarded-host': 'evil.example' };
    for (const path of ['/', '/posts', '/login?redirect=//evil.example']) {
      const reply = await send(proxy.httpsPort, path, { headers }).catch(() => undefined);
      expect(String(reply?.body ?? '')).not.toContain('evil.example/');
      expect(reply?.headers.location ?? '').not.toContain('evil.example');
    }
    const claimed = await send(proxy.httpsPort, '/', { headers: { 'x-forwarded-host': 'evil.example' } });
    expect([claimed.status, String(claimed.body).includes('evil.example')]).toEqual([200, false]);
  });

  it('reports the real address of a client, not the one that it claims', async () => {
    const statuses: number[] = [];
    for (let attempt = 1; attempt <= 6; attempt += 1)
      statuses.push(await readFeedbackStatus(proxy.httpsPort, client, `198.51.100.${attempt}`));
    expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
    expect(await readFeedbackStatus(proxy.httpsPort, other, client)).toBe(202);
  });

  it('accepts an upload of almost 10 MB and leaves smaller limits to the site', async () => {
    // Noise does not compress: 3 bytes of every pixel.
    const width = 1_800;
    const noise = { create: { width, height: width, channels: 3 as const, background: '#fff' } };
    const create = { ...noise.create, noise: { type: 'gaussian' as const, mean: 128, sigma: 80 } };
    const picture = await sharp({ create }).png().toBuffer();
    expect(picture.length).toBeGreaterThan(8 * megabyte);
    expect(picture.length).toBeLessThan(10 * megabyte);
    const headers = { authorization: `Bearer ${access}` };
    const upload = async (bytes: Buffer) => {
      const form = new FormData();
      form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'a.png');
      const encoded = new Response(form);
      const body = Buffer.from(await encoded.arrayBuffer());
      const type = encoded.headers.get('content-type') ?? '';
      const sent: Sent = { method: 'POST', headers: { ...headers, 'content-type': type }, body };
      // A proxy may close the connection while the body is still being sent.
      const failed: Reply = { status: 413, headers: {}, body: Buffer.alloc(0) };
      return send(proxy.httpsPort, '/api/v1/upload/image/', sent).catch(() => failed);
    };
    // On a busy machine the site refuses uploads that it cannot process in time.
    await vi.waitFor(async () => expect((await upload(picture)).status).toBe(201), { timeout: hangLimitMs });
    const tooLarge = await upload(Buffer.alloc(15 * megabyte));
    expect([tooLarge.status, String(tooLarge.body)]).toEqual([400, expect.stringContaining('10MB')]);
    // Caddy 2.6 responds with 502, later versions with 413; the site, if it has refused the body before, with 400.
    expect([400, 413, 502]).toContain((await upload(Buffer.alloc(40 * megabyte))).status);
    const text = JSON.stringify({ title: 'Заголовок', content: 'x'.repeat(megabyte) });
    const post: Sent = { method: 'POST', headers: { ...headers, ...json }, body: text };
    const refused = await send(proxy.httpsPort, '/api/v1/posts/', post);
    expect([refused.status, String(refused.body)]).toEqual([413, expect.stringMatching(/[а-я]/)]);
  });

  it('sends scripts compressed and for a year', async () => {
    const page = String((await send(proxy.httpsPort, '/')).body);
    const path = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
    const { status, headers } = await send(proxy.httpsPort, path, { headers: { 'accept-encoding': 'br' } });
    expect([status, headers['content-encoding']]).toEqual([200, 'br']);
    expect(headers['cache-control']).toContain('immutable');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  it('logs no query: links in e-mails have their tokens there', async () => {
    await send(proxy.httpsPort, '/verify-email?token=canary-of-a-token');
    await vi.waitFor(() => expect(proxy.readLog()).toContain('/verify-email'), { timeout: hangLimitMs });
    expect(proxy.readLog()).not.toContain('canary-of-a-token');
    expect(proxy.readLog()).not.toContain(access);
  });

  it('responds while the site restarts, and serves again afterwards', async () => {
    const page = String((await send(proxy.httpsPort, '/')).body);
    const path = /\/assets\/[\w.-]+\.js/.exec(page)?.[0] ?? '';
    await send(proxy.httpsPort, path);
    await stopSite();
    expect((await send(proxy.httpsPort, '/posts')).status).toBe(502);
    if (name === 'nginx') expect((await send(proxy.httpsPort, path)).status).toBe(200);
    await launch();
    await vi.waitFor(async () => expect((await send(proxy.httpsPort, '/posts')).status).toBe(200), {
      timeout: hangLimitMs,
    });
  });
});
