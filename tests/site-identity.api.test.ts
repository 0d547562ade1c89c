import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import * as defaults from '#locales/ru/site.ts';
import { createTestApp, type TestApp, type TestUser } from './support/test-app.ts';

let app: TestApp;
let author: TestUser;
beforeAll(async () => {
  const env = {
    SITE_NAME: 'Вести «Невы» & Co',
    SITE_DESCRIPTION: 'Всё о реке',
    SITE_EMAIL: 'hello@news.example',
    SITE_COLOR: '#0a5c36',
  };
  app = await createTestApp({ withPages: true, env });
  author = await app.createUser();
});
afterAll(() => app.stop());

it.each(['/', '/about', '/posts', '/login', '/net-takoy', '/api/v1/docs/', '/api/v1/openapi.json'])(
  'names the site by its configuration in %s',
  async (path) => {
    const { body } = await app.fetch(path);
    const text = typeof body === 'string' ? body : JSON.stringify(body);
    expect(text).toMatch(/Вести «Невы» &(amp;)? Co/);
    expect(text).not.toContain(defaults.name);
  },
);

it('shows the contact and the colour of the mark', async () => {
  const { body } = await app.fetch('/about');
  expect(body).toContain('mailto:hello@news.example');
  expect(body).toContain('background-color:#0a5c36');
  expect((await app.fetch('/net-takoy')).body).toContain('content="Всё о реке"');
});

it('names the site in e-mails', async () => {
  await app.call('requestPasswordReset', { body: { email: author.user.email } });
  await app.runJobs();
  const subjects = app.mails.map(({ subject }) => subject);
  expect(subjects).toContain('Восстановление пароля: Вести «Невы» & Co');
  expect(JSON.stringify(app.mails)).not.toContain(defaults.name);
});

const icons = [
  ['/apple-touch-icon.png', 180],
  ['/icon-192.png', 192],
  ['/icon-512.png', 512],
  ['/icon-maskable-192.png', 192],
  ['/icon-maskable-512.png', 512],
] as const;

it('draws the icons in the colours of the mark', async () => {
  const svg = await app.fetch('/favicon.svg');
  expect([svg.headers.get('content-type'), svg.body]).toEqual([
    'image/svg+xml',
    expect.stringContaining('#0a5c36'),
  ]);
  const origin =
    svg.headers && new URL((await app.fetch('/')).body.match(/rel="canonical" href="([^"]+)"/)[1]).origin;
  const bytesOf = async (path: string) => Buffer.from(await (await fetch(origin + path)).arrayBuffer());
  for (const [path, size] of icons) {
    const picture = sharp(await bytesOf(path));
    expect(await picture.metadata()).toMatchObject({ format: 'png', width: size, height: size });
    const { channels } = await picture.stats();
    // Both colours are there, and a maskable icon has no transparent corner.
    expect(channels[0]?.min).toBeLessThan(16);
    expect(channels[0]?.max).toBeGreaterThan(248);
    if (path.includes('maskable') || path.includes('apple')) expect(channels[3]?.min ?? 255).toBe(255);
  }
  const ico = await bytesOf('/favicon.ico');
  expect([...ico.subarray(0, 6)]).toEqual([0, 0, 1, 0, 3, 0]);
  const offset = ico.readUInt32LE(6 + 12);
  const first = ico.subarray(offset, offset + ico.readUInt32LE(6 + 8));
  expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 16 });
});

it('serves a manifest whose icons exist', async () => {
  const { body, headers } = await app.fetch('/manifest.webmanifest');
  expect(headers.get('content-type')).toBe('application/manifest+json; charset=utf-8');
  const manifest = JSON.parse(body);
  expect(manifest).toMatchObject({ start_url: '/', display: 'standalone', lang: 'ru' });
  expect(manifest.icons.map(({ purpose }: { purpose: string }) => purpose)).toContain('maskable');
  for (const { src } of manifest.icons) expect((await app.fetch(src)).status).toBe(200);
});

it('links pages to the icons, the manifest and the search', async () => {
  const { body } = await app.fetch('/');
  for (const [, href = ''] of body.matchAll(
    /<link[^>]*rel="(?:icon|apple-touch-icon|manifest|search)"[^>]*href="([^"]+)"/g,
  ))
    expect([href, (await app.fetch(href)).status]).toEqual([href, 200]);
  expect(body).toContain('rel="manifest"');
  expect(body.match(/<meta name="theme-color"/g)).toHaveLength(2);
});

it('serves the well-known addresses', async () => {
  const { body } = await app.fetch('/.well-known/security.txt');
  expect(body).toMatch(/^Contact: mailto:hello@news\.example\nExpires: \d{4}-\d\d-01T00:00:00\.000Z\n/);
  const days = (Date.parse(/Expires: (.*)/.exec(body)?.[1] ?? '') - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(90);
  expect(days).toBeLessThan(365);
  const moved = await app.fetch('/.well-known/change-password');
  expect([moved.status, moved.headers.get('location')]).toEqual([302, '/change-password']);
});
