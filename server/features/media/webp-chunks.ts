/** Sizes and flags, images with their transparency, and animations: no metadata, no unknown parts. */
const pixelChunks = new Set(['VP8 ', 'VP8L', 'VP8X', 'ALPH', 'ANIM', 'ANMF']);
const headerBytes = 12;
const chunkHeaderBytes = 8;

/** Whether a file is a WebP that consists of pictures only, from its first byte to its last. */
export function hasOnlyPixels(bytes: Uint8Array): boolean {
  const file = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (file.length < headerBytes) return false;
  const isWhole = file.readUInt32LE(4) === file.length - 8;
  if (!isWhole || file.toString('latin1', 0, 4) + file.toString('latin1', 8, 12) !== 'RIFFWEBP') return false;
  let at = headerBytes;
  while (at + chunkHeaderBytes <= file.length) {
    if (!pixelChunks.has(file.toString('latin1', at, at + 4))) return false;
    const size = file.readUInt32LE(at + 4);
    at += chunkHeaderBytes + size + (size % 2);
  }
  return at === file.length;
}

/** Whether a picture without metadata, as this module writes it, is a lossless WebP. */
export const isLossless = (bytes: Uint8Array): boolean =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    headerBytes,
    headerBytes + 4,
  ) === 'VP8L';
