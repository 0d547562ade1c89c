import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

let app: TestApp;
let reader: TestUser;
let staff: TestUser;

beforeAll(async () => {
  app = await createTestApp();
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
