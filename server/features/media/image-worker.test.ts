import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { createDecompressionBombs } from '#tests/support/image-test-files.ts';
import { encodeUpload, makeVariant } from './image-worker.ts';
import { isLossless } from './webp-chunks.ts';

it('refuses decompression bombs by their header, before anything is decoded', async () => {
  const bombs = await createDecompressionBombs();
  const decoders = (['toBuffer', 'stats'] as const).map((name) => vi.spyOn(sharp.prototype, name));
  for (const { name, bytes } of bombs)
    expect([name, await encodeUpload({ bytes, kind: 'picture', timeoutSeconds: 60 })]).toEqual([
      name,
      expect.stringMatching(/^(tooManyPixels|tooManyFrames|broken)$/),
    ]);
  for (const decode of decoders) expect(decode).not.toHaveBeenCalled();
});

/** As a screenshot shows it: thin red lines on a dark ground. */
const drawScreenshot = () =>
  sharp(
    Buffer.from(
      `<svg xmlns="http://www.w3.org/2000/svg" width="700" height="300"><rect width="700" height="300" fill="#0a1a3a"/>
      <path stroke="#f22" stroke-width="1.5" fill="none" d="${Array.from({ length: 90 }, (_, i) => `M${20 + 7 * i} 40l3 9l2 -9l1 9`).join('')}"/></svg>`,
    ),
  )
    .png()
    .toBuffer();
const drawNoise = (channels: 'colour' | 'grey') =>
  sharp({
    create: {
      width: 700,
      height: 300,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  })
    .greyscale(channels === 'grey')
    .png()
    .toBuffer();
const encode = async (bytes: Uint8Array) => {
  const encoded = await encodeUpload({ bytes, kind: 'picture', timeoutSeconds: 60 });
  if (typeof encoded === 'string') throw new Error(encoded);
  return encoded.bytes;
};
const pixelsOf = (bytes: Uint8Array) => sharp(bytes).removeAlpha().raw().toBuffer();

it('keeps every pixel of a screenshot, also in its smaller variants', async () => {
  const screenshot = await drawScreenshot();
  const stored = await encode(screenshot);
  expect((await pixelsOf(stored)).equals(await pixelsOf(screenshot))).toBe(true);
  expect(isLossless(await makeVariant({ bytes: stored, variant: { type: 'webp', width: 320 } }))).toBe(true);
});

it('compresses a picture much larger than a screen with loss', async () => {
  const page = sharp(await drawScreenshot()).resize({
    width: 1_900,
    height: 2_400,
    kernel: 'nearest',
    fit: 'fill',
  });
  expect(isLossless(await encode(await page.png().toBuffer()))).toBe(false);
});

it.each(['colour', 'grey'] as const)('compresses photographs with loss: noise in %s', async (channels) => {
  const stored = await encode(await drawNoise(channels));
  expect(isLossless(stored)).toBe(false);
  expect(isLossless(await makeVariant({ bytes: stored, variant: { type: 'webp', width: 320 } }))).toBe(false);
});
