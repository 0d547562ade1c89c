import { hash } from 'node:crypto';
import type { Content } from './manifest.ts';

const newline = 0x0a;
const mask = (1n << 64n) - 1n;

/**
 * Counts items and adds up their hashes. The sum is independent of the order: a server may return the rows of a table
 * in any.
 */
export function createContentMeter() {
  let count = 0;
  let bytes = 0;
  let sum = 0n;
  function addHashed(itemBytes: number, sha256: Buffer): void {
    count += 1;
    bytes += itemBytes;
    sum = (sum + sha256.readBigUInt64LE()) & mask;
  }
  return {
    add: (item: Uint8Array): void => addHashed(item.length, hash('sha256', item, 'buffer')),
    /** Adds an item by its size and its SHA-256. */
    addHashed,
    content: (): Content => ({ count, bytes, checksum: sum.toString(16).padStart(16, '0') }),
  };
}

/** A picture as a meter counts it. */
export const pictureItem = (path: string, content: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from(`${path}\n`), content]);

/** Measures the rows of a table from the chunks of its COPY, in which every row ends with a line break. */
export function createRowMeter() {
  const meter = createContentMeter();
  let rest: Buffer = Buffer.alloc(0);
  return {
    add(chunk: Buffer): void {
      const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      let start = 0;
      for (let end = data.indexOf(newline); end >= 0; end = data.indexOf(newline, start)) {
        meter.add(data.subarray(start, end + 1));
        start = end + 1;
      }
      rest = data.subarray(start);
    },
    content: meter.content,
  };
}
