import sharp from 'sharp';
import { expect, it, vi } from 'vitest';
import { createDecompressionBombs } from '#tests/support/image-test-files.ts';
import { encodeUpload } from './image-worker.ts';

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
