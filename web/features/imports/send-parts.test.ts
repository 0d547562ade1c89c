import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/api/error.ts';
import { sendParts } from './send-parts.ts';

const mebibyte = 1024 * 1024;

/** Sends a file to a server that fails for the given parts; returns the sizes and the pauses. */
async function sendTo(
  bytes: number,
  { failures = [], partMs = 100 }: { failures?: unknown[]; partMs?: number } = {},
) {
  const sizes: number[] = [];
  const pauses: number[] = [];
  let received = 0;
  let time = 0;
  await sendParts({
    file: new Blob([new Uint8Array(bytes)]),
    maxBytes: 5 * mebibyte,
    onProgress: () => undefined,
    signal: new AbortController().signal,
    clock: { now: () => time, sleep: async (ms) => void pauses.push(ms) },
    async send(offset, part) {
      sizes.push(part.size);
      time += partMs;
      if (failures.length > 0) {
        const failure = failures.shift();
        if (failure) throw failure;
      }
      expect(offset).toBe(received);
      received += part.size;
      return { id: '', name: '', bytes, received, expires_at: '' };
    },
  });
  expect(received).toBe(bytes);
  return { sizes: sizes.map((size) => size / mebibyte), pauses };
}

describe('sendParts', () => {
  it('sends larger parts over a quick connection', async () => {
    expect((await sendTo(13 * mebibyte)).sizes).toEqual([1, 2, 4, 5, 1]);
  });

  it('keeps small parts over a slow connection', async () => {
    expect((await sendTo(3 * mebibyte, { partMs: 5_000 })).sizes).toEqual([1, 1, 1]);
  });

  it('repeats a part that did not arrive, smaller and after growing pauses', async () => {
    const failures = [undefined, new ApiError(0, null, 'no-response'), new ApiError(503, null)];
    const { sizes, pauses } = await sendTo(2 * mebibyte, { failures });
    expect(sizes.slice(0, 4)).toEqual([1, 1, 1, 0.5]);
    expect(pauses).toEqual([1_000, 2_000]);
  });

  it('gives up after six failures, and at once if the server refuses the part', async () => {
    const lost = () => new ApiError(0, null, 'no-response');
    await expect(sendTo(1, { failures: Array.from({ length: 7 }, lost) })).rejects.toMatchObject({
      status: 0,
    });
    await expect(sendTo(1, { failures: [new ApiError(409, null)] })).rejects.toMatchObject({ status: 409 });
  });
});
