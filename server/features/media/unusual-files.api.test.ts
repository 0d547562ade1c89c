import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createDecompressionBombs,
  createImageTestFiles,
  type ImageTestFile,
} from '#tests/support/image-test-files.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Unusual and malicious files sent as pictures: each is accepted or refused, and none harms the server. */
let app: TestApp;
let author: TestUser;
let files: ImageTestFile[];
beforeAll(async () => {
  files = await createImageTestFiles();
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0' } });
  author = await app.createUser();
});
afterAll(() => app.stop());

const mebibyte = 1024 * 1024;
/** Enough for two pictures of 40 megapixels at once, and the data of the test itself. */
const maxMebibytes = 400;
function upload({ name, bytes }: ImageTestFile) {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)]), name);
  return app.call('uploadImage', { as: author, body: form });
}
/** The peak growth of resident memory during a task, in mebibytes. */
async function measurePeakMemory(work: () => Promise<unknown>): Promise<number> {
  globalThis.gc?.();
  const before = process.memoryUsage.rss();
  let highest = before;
  const watch = setInterval(() => {
    highest = Math.max(highest, process.memoryUsage.rss());
  }, 5);
  await work().finally(() => clearInterval(watch));
  return (highest - before) / mebibyte;
}
const readStoredFile = (url: string) =>
  readFile(join(app.dataDir, 'media', new URL(url).pathname.replace('/media/', '')));

describe('unusual files', () => {
  it('are accepted, or refused with a message', async () => {
    expect(files.length).toBeGreaterThanOrEqual(100);
    const wrong: string[] = [];
    const check = async (file: ImageTestFile) => {
      const { status, body } = await upload(file);
      if (status !== (file.isPicture ? 201 : 400)) wrong.push(`${file.name}: ${status}`);
      if (status === 400)
        expect([file.name, body.image?.[0]]).toEqual([file.name, expect.stringMatching(/^[А-Я].+\.$/s)]);
    };
    await check(files[0] as ImageTestFile);
    const memory = await measurePeakMemory(async () => {
      for (const file of files) await check(file);
    });
    expect(wrong).toEqual([]);
    expect(memory).toBeLessThan(maxMebibytes);
  });

  it('use bounded memory with fifty concurrent decompression bombs', async () => {
    const fifty = (await createDecompressionBombs()).flatMap((file) => [file, file, file]).slice(0, 50);
    await upload(fifty[0] as ImageTestFile);
    const memory = await measurePeakMemory(async () => {
      const responses = await Promise.all(fifty.map(upload));
      // On a slow machine some requests get 503.
      for (const { status } of responses) expect([400, 503]).toContain(status);
      expect(responses.map(({ status }) => status)).toContain(400);
    });
    expect(memory).toBeLessThan(300);
  });

  it('use bounded memory with twelve concurrent photographs of 30 megapixels', async () => {
    const photograph = files.find(({ name }) => name.includes('30 megapixels')) as ImageTestFile;
    const memory = await measurePeakMemory(async () => {
      const responses = await Promise.all(Array.from({ length: 12 }, () => upload(photograph)));
      // On a slow machine some requests get 503.
      for (const { status } of responses) expect([201, 503]).toContain(status);
      expect(responses.map(({ status }) => status)).toContain(201);
    });
    expect(memory).toBeLessThan(maxMebibytes);
  });
});

describe('a photograph', () => {
  it('is stored upright, without metadata about location and camera', async () => {
    const bytes = await sharp({ create: { width: 60, height: 30, channels: 3, background: '#a33' } })
      .withExif({
        IFD0: { Make: 'Камера' },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '55/1 45/1 0/1' },
      })
      .withMetadata({ orientation: 6 })
      .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>')
      .jpeg()
      .toBuffer();
    expect((await sharp(bytes).metadata()).exif).toBeDefined();
    const { body } = await upload({ name: 'a.jpg', bytes, isPicture: true });
    const stored = await readStoredFile(body.url);
    const { exif, xmp, icc, iptc, width, height, orientation } = await sharp(stored).metadata();
    expect([exif, xmp, icc, iptc, orientation]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
    expect([width, height]).toEqual([30, 60]);
    expect(stored.equals(bytes)).toBe(false);
  });

  it('is re-encoded even if it is WebP', async () => {
    const bytes = await sharp(files.find(({ name }) => name === 'lossless.webp')?.bytes)
      .webp({ quality: 82 })
      .toBuffer();
    const { body } = await upload({ name: 'a.webp', bytes, isPicture: true });
    expect((await readStoredFile(body.url)).equals(bytes)).toBe(false);
  });

  it('keeps its frames if it is an animation', async () => {
    const animation = files.find(({ name }) => name === 'sixty frames.gif') as ImageTestFile;
    const { body } = await upload(animation);
    expect((await sharp(await readStoredFile(body.url)).metadata()).pages).toBe(60);
  });
});
