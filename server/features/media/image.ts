import { createHash } from 'node:crypto';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { type AppError, invalidFields } from '#server/platform/errors.ts';
import type { Gate } from '#server/platform/gate.ts';
import type { TextKey } from '#text/index.ts';

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const maxPixels = 40_000_000;
const maxSidePixels = 8_000;
const storedWidthPixels = 1_920;
const webpQuality = 82;

export type StoredImage = {
  path: string;
  bytes: Uint8Array;
  contentType: string;
  width: number;
  height: number;
};

/**
 * Makes the image we keep out of the bytes somebody sent: accepted by content, never by name; re-encoded, so that
 * nothing but pixels survives; upright; at most 1920 px wide. Throws 400 under `field`.
 */
export async function toStoredImage(bytes: Uint8Array, field: string, gate: Gate): Promise<StoredImage> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !acceptedTypes.has(type.mime)) throw refusal(field, 'media.notAnImage');
  await refuseBombs(bytes, field);
  const { data, info } = await gate.run(() => encode(bytes, field));
  const name = createHash('sha256').update(data).digest('hex').slice(0, 40);
  const path = `${name.slice(0, 2)}/${name}.webp`;
  return { path, bytes: data, contentType: 'image/webp', width: info.width, height: info.height };
}

/** The header alone tells the size: nothing is decoded before it is known to be sane. */
async function refuseBombs(bytes: Uint8Array, field: string): Promise<void> {
  const { width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => {
      throw refusal(field, 'media.notAnImage');
    });
  if (width * height > maxPixels || Math.max(width, height) > maxSidePixels)
    throw refusal(field, 'media.tooManyPixels');
}

const encode = (bytes: Uint8Array, field: string) =>
  sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
    .rotate()
    .resize({ width: storedWidthPixels, withoutEnlargement: true })
    .webp({ quality: webpQuality })
    .toBuffer({ resolveWithObject: true })
    .catch(() => {
      throw refusal(field, 'media.notAnImage');
    });

const refusal = (field: string, key: TextKey): AppError => invalidFields({ [field]: key });
