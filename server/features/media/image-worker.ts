import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp';
import type { Variant } from '#server/platform/picture.ts';
import { containsEmbeddedFile } from './embedded-file.ts';
import { avatarSidePixels, maxFrames, type PictureKind, storedWidthPixels } from './picture.ts';
import { hasOnlyPixels, isLossless } from './webp-chunks.ts';

const acceptedTypes = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
const maxPixels = 40_000_000;
const maxSidePixels = 8_000;
/** The maximum width of an animation: every frame costs as much as a picture. */
const animationWidthPixels = 960;
/** A low effort, because the user waits for it. */
const lossyWebp = { quality: 82, effort: 2 };
const losslessWebp = { lossless: true, effort: 2 };
/** Lower than the quality of stored files: only browsers without AVIF load these. */
const smallWebpQuality = 78;
const avifQuality = 55;
/** Twice this effort takes seven times as long and saves only a seventh of the bytes. */
const avifEffort = 2;
/** The share of bytes that equal those of the pixel before them: photographs and noise have fewer, screenshots and diagrams more. */
const minFlatShare = 0.75;
/** Twice a screen: the lossless encoder needs a second for the worst picture of this size, and much of the deadline for larger ones. */
const maxLosslessPixels = 4_000_000;
/** How many times as large as a lossy file a lossless one may be. */
const maxLosslessRatio = 2;
/** Longer than for an upload, because variants are created in the background from re-encoded files. */
const variantTimeoutSeconds = 60;
const sampleSidePixels = 64;

// One libvips thread for each worker thread, and no cache between pictures, to bound the memory.
sharp.concurrency(1);
sharp.cache(false);

/** Why a file is refused: the key of the error message. */
export type RefusalReason =
  | 'notAnImage'
  | 'otherFormat'
  | 'broken'
  | 'twoFiles'
  | 'tooSlow'
  | 'tooManyPixels'
  | 'tooManyFrames';
export type EncodedPicture = {
  bytes: Uint8Array;
  width: number;
  height: number;
  frames: number;
  tint: string | null;
};

export type Upload = {
  bytes: Uint8Array;
  kind: PictureKind;
  /** Whether a picture that a site of this kind has stored stays as it is, byte for byte. */
  isCopy?: boolean;
};

/** With the timeout of libvips, so that no thread has to be killed during its work. */
export type UploadTask = Upload & { timeoutSeconds: number };

/**
 * Creates the stored picture from uploaded bytes: the type is detected by content, not by name. The picture is
 * re-encoded, so that only pixels remain, rotated upright, and at most 1920 px wide.
 */
export async function encodeUpload({
  bytes,
  kind,
  isCopy = false,
  timeoutSeconds,
}: UploadTask): Promise<EncodedPicture | RefusalReason> {
  const refusal = await findRefusalReason(bytes);
  if (refusal) return refusal;
  try {
    const { width, height, frames } = getDimensions(
      await sharp(bytes, { limitInputPixels: false }).metadata(),
    );
    const isAnimated = frames > 1 && kind === 'picture';
    if (isCopy && isStoredForm(bytes, { kind, width, height, frames })) {
      // Decoded as a whole, so that a damaged file is refused.
      await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', animated: isAnimated })
        .timeout({ seconds: timeoutSeconds })
        .stats();
      return { bytes, width, height, frames, tint: await tintOf(bytes, timeoutSeconds) };
    }
    const fitted = createPipeline(bytes, kind, isAnimated).timeout({ seconds: timeoutSeconds });
    const { data, info } =
      kind === 'avatar' || isAnimated
        ? await fitted.webp(lossyWebp).toBuffer({ resolveWithObject: true })
        : await encodePicture(fitted, timeoutSeconds);
    return {
      bytes: data,
      width: info.width,
      height: isAnimated ? (info.pageHeight ?? info.height) : info.height,
      frames: isAnimated ? frames : 1,
      tint: await tintOf(data, timeoutSeconds),
    };
  } catch (error) {
    return (error as Error).message.startsWith('timeout') ? 'tooSlow' : 'broken';
  }
}

/** Creates a variant of a stored picture in another width or type. */
export async function makeVariant({
  bytes,
  variant: { type, width },
}: {
  bytes: Uint8Array;
  variant: Variant;
}): Promise<Uint8Array> {
  const resized = sharp(bytes, { limitInputPixels: maxPixels })
    .timeout({ seconds: variantTimeoutSeconds })
    .resize({ width, withoutEnlargement: true });
  const encoded =
    type === 'avif'
      ? resized.avif({ quality: avifQuality, effort: avifEffort })
      : resized.webp(isLossless(bytes) ? losslessWebp : { quality: smallWebpQuality });
  return encoded.toBuffer();
}

/**
 * A picture with large areas of one colour, such as a screenshot or a diagram, is encoded losslessly, because lossy WebP
 * blurs its coloured text, unless that takes too many bytes.
 */
async function encodePicture(fitted: Sharp, timeoutSeconds: number) {
  const { data: pixels, info: raw } = await fitted.raw().toBuffer({ resolveWithObject: true });
  const encode = (options: WebpOptions) =>
    sharp(pixels, { raw })
      .timeout({ seconds: timeoutSeconds })
      .webp(options)
      .toBuffer({ resolveWithObject: true });
  const lossy = await encode(lossyWebp);
  if (raw.width * raw.height > maxLosslessPixels || !isFlat(pixels, raw.channels)) return lossy;
  const lossless = await encode(losslessWebp);
  return lossless.data.length <= maxLosslessRatio * lossy.data.length ? lossless : lossy;
}

/** Also bounds the time of the lossless encoder, which is slow for noise. */
function isFlat(pixels: Uint8Array, channels: number): boolean {
  let equal = 0;
  for (let at = channels; at < pixels.length; at++) if (pixels[at] === pixels[at - channels]) equal++;
  return equal >= minFlatShare * pixels.length;
}

/** Checks type and size by the header, before anything is decoded. */
async function findRefusalReason(bytes: Uint8Array): Promise<RefusalReason | undefined> {
  const type = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!type || !acceptedTypes.has(type.mime))
    return type?.mime.startsWith('image/') ? 'otherFormat' : 'notAnImage';
  if (containsEmbeddedFile(bytes)) return 'twoFiles';
  try {
    const { width, height, frames } = getDimensions(
      await sharp(bytes, { limitInputPixels: false }).metadata(),
    );
    if (frames > maxFrames) return 'tooManyFrames';
    return width * height * frames > maxPixels || Math.max(width, height) > maxSidePixels
      ? 'tooManyPixels'
      : undefined;
  } catch {
    return 'broken';
  }
}

/** Whether a picture has the type, the size and the parts of those that this module writes. */
function isStoredForm(
  bytes: Uint8Array,
  { kind, width, height, frames }: { kind: PictureKind; width: number; height: number; frames: number },
): boolean {
  const isSized =
    kind === 'avatar'
      ? width === avatarSidePixels && height === avatarSidePixels && frames === 1
      : width <= (frames > 1 ? animationWidthPixels : storedWidthPixels);
  return isSized && hasOnlyPixels(bytes);
}

const getDimensions = ({ width, height, pageHeight, pages = 1 }: Metadata) => ({
  width,
  height: pageHeight ?? height,
  frames: pages,
});

function createPipeline(bytes: Uint8Array, kind: PictureKind, isAnimated: boolean): Sharp {
  const upright = sharp(bytes, {
    limitInputPixels: maxPixels,
    failOn: 'error',
    animated: isAnimated,
  }).autoOrient();
  const side = avatarSidePixels;
  return kind === 'avatar'
    ? upright.resize({ width: side, height: side, fit: 'cover', withoutEnlargement: false })
    : upright.resize({
        width: isAnimated ? animationWidthPixels : storedWidthPixels,
        withoutEnlargement: true,
      });
}

/** The dominant colour of a picture; null for a transparent one. */
export async function tintOf(
  bytes: Uint8Array,
  timeoutSeconds = variantTimeoutSeconds,
): Promise<string | null> {
  const sample = await sharp(bytes)
    .timeout({ seconds: timeoutSeconds })
    .resize({ width: sampleSidePixels, height: sampleSidePixels, fit: 'fill' })
    .png()
    .toBuffer();
  const { dominant, isOpaque } = await sharp(sample).stats();
  if (!isOpaque) return null;
  const { r, g, b } = dominant;
  return `#${[r, g, b].map((part) => part.toString(16).padStart(2, '0')).join('')}`;
}
