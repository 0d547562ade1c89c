import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchPicture } from '#server/platform/fetch-picture.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let staff: TestUser;
let isLocalAllowed = false;

beforeAll(async () => {
  app = await createTestApp({
    fetchPicture: (address, options) =>
      fetchPicture(address, { ...options, ...(isLocalAllowed && { isAllowed: () => true }) }),
  });
  reader = await app.createUser();
  staff = await app.createUser({ isStaff: true });
});
afterAll(() => app.stop());

const mebibyte = 1024 * 1024;
const picture = (width: number) =>
  sharp({ create: { width, height: 90, channels: 3, background: '#2f5d62' } })
    .jpeg()
    .toBuffer();
const formOf = (fields: Record<string, Uint8Array | string>) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (typeof value === 'string') form.set(name, value);
    else form.set(name, new Blob([new Uint8Array(value)]), '../../мост.jpg');
  return form;
};
const upload = (fields: Record<string, Uint8Array | string>, as: TestUser | undefined = reader) =>
  app.call('uploadImage', { as, body: formOf(fields) });

describe('a picture of the web', () => {
  it('is stored like an upload, and comes from public addresses only', async () => {
    const bytes = await picture(160);
    const server = createServer(({ url }, response) => {
      if (url === '/moved') response.writeHead(302, { location: '/a.jpg' }).end();
      else if (url === '/gone') response.writeHead(404).end();
      else response.end(url === '/a.jpg' ? bytes : '<svg/>');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const store = (url: unknown, as: TestUser | undefined = reader) =>
      app.call('fetchImage', { as, body: { url } });
    try {
      expect((await store(`${origin}/a.jpg`)).body).toEqual({
        image: [expect.stringContaining('внутренней сети')],
      });
      isLocalAllowed = true;
      for (const as of [reader, staff]) {
        const { status, body } = await store(`${origin}/moved`, as);
        expect(status).toBe(201);
        const path = new URL(body.url).pathname.replace('/media/', '');
        expect(existsSync(join(app.dataDir, 'media', path))).toBe(true);
      }
      expect((await store(`${origin}/svg`)).body).toEqual({ image: [expect.stringContaining('JPEG')] });
      expect((await store(`${origin}/gone`)).body).toEqual({ image: [expect.stringContaining('не отдаёт')] });
      for (const url of ['file:///etc/passwd', 'ftp://example.com/a.png', '/a.png', '', undefined])
        expect([(await store(url)).status, Object.keys((await store(url)).body)]).toEqual([400, ['url']]);
      expect((await app.call('fetchImage', { body: { url: `${origin}/a.jpg` } })).status).toBe(401);
    } finally {
      isLocalAllowed = false;
      await new Promise((resolve) => server.close(resolve));
    }
  });
});

describe('upload', () => {
  it('stores a picture under a generated URL', async () => {
    for (const as of [reader, staff]) {
      const { status, body } = await upload({ image: await picture(160) }, as);
      expect(status).toBe(201);
      expect(body.url).toMatch(/^http:\/\/localhost:8000\/media\/[0-9a-f]{2}\/[0-9a-f]{40}\.webp$/);
      expect([body.image, body.name]).toEqual([body.url, body.url.split('/').at(-1)]);
      expect(body.size).toBeGreaterThan(0);
      expect(existsSync(join(app.dataDir, 'media', new URL(body.url).pathname.replace('/media/', '')))).toBe(
        true,
      );
    }
  });

  it.each([
    [{}, 'Отправьте файл.'],
    [{ image: '' }, 'Отправьте файл.'],
    [{ image: 'https://example.com/a.jpg' }, 'Отправьте файл.'],
    [
      { image: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>') },
      'Можно загружать только изображения: JPEG, PNG, WebP или GIF. Сохраните картинку в одном из этих форматов и загрузите снова.',
    ],
    [{ image: new Uint8Array(10 * mebibyte + 1) }, 'Размер файла не должен превышать 10MB'],
  ])('refuses %#', async (fields, message) => {
    const { status, body } = await upload(fields as Record<string, Uint8Array>);
    expect([status, body]).toEqual([400, { image: [message] }]);
  });

  it('refuses other content types, large bodies, and guests', async () => {
    expect((await app.call('uploadImage', { as: reader, body: { image: {} } })).status).toBe(415);
    expect((await app.call('uploadImage', { as: reader })).body).toEqual({ image: ['Отправьте файл.'] });
    const seven = new Uint8Array(7 * mebibyte);
    expect((await upload({ image: seven, second: seven })).status).toBe(413);
    expect((await app.call('uploadImage', { body: formOf({ image: await picture(10) }) })).status).toBe(401);
  });
});
