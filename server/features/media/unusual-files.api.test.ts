import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Piscina } from 'piscina';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { hangLimitMs } from '#tests/support/hang-limit.ts';
import {
  createDecompressionBombs,
  createImageTestFiles,
  type ImageTestFile,
} from '#tests/support/image-test-files.ts';
import { setDeadlines } from '#tests/support/set-deadlines.ts';
import { createTestApp, type TestApp, type TestUser } from '#tests/support/test-app.ts';

/** Unusual and malicious files sent as pictures: each is accepted or refused, and none harms the server. */
let app: TestApp;
let author: TestUser;
let files: ImageTestFile[];
beforeAll(async () => {
  // A picture of 40 megapixels takes seconds, and the others wait for it.
  setDeadlines({ thread: hangLimitMs, picture: hangLimitMs, request: hangLimitMs });
  files = await createImageTestFiles();
  app = await createTestApp({ env: { RATE_LIMIT_FACTOR: '0' } });
  author = await app.createUser();
});
afterAll(() => app.stop());

/** Each has at most 40 megapixels. */
const maxPicturesAtOnce = 2;
function upload({ name, bytes }: ImageTestFile) {
  const form = new FormData();
  form.set('image', new Blob([new Uint8Array(bytes)]), name);
  return app.call('uploadImage', { as: author, body: form });
}
/** How many pictures the worker threads had at once, at the most. */
async function countPicturesAtOnce(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let highest = 0;
  const { run } = Piscina.prototype;
  const watch = vi.spyOn(Piscina.prototype, 'run').mockImplementation(async function (
    this: Piscina,
    ...given
  ) {
    count += 1;
    highest = Math.max(highest, count);
    return run.apply(this, given).finally(() => {
      count -= 1;
    });
  });
  await work().finally(() => watch.mockRestore());
  return highest;
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
    for (const file of files) await check(file);
    expect(wrong).toEqual([]);
  });

  it('are decoded two at a time: fifty concurrent decompression bombs', async () => {
    const fifty = (await createDecompressionBombs()).flatMap((file) => [file, file, file]).slice(0, 50);
    const highest = await countPicturesAtOnce(async () => {
      for (const { status } of await Promise.all(fifty.map(upload))) expect(status).toBe(400);
    });
    expect(highest).toBe(maxPicturesAtOnce);
  });

  it('are decoded two at a time: twelve concurrent photographs of 30 megapixels', async () => {
    const photograph = files.find(({ name }) => name.includes('30 megapixels')) as ImageTestFile;
    const highest = await countPicturesAtOnce(async () => {
      const responses = await Promise.all(Array.from({ length: 12 }, () => upload(photograph)));
      for (const { status } of responses) expect(status).toBe(201);
    });
    expect(highest).toBe(maxPicturesAtOnce);
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
