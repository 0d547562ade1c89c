import { type Picture, type Variant, variantPath } from '#server/platform/picture.ts';

/** What a picture is for: a portrait is cut square and only ever shown small. */
export type PictureKind = 'picture' | 'avatar';

/** Raised with every change of what is made of a picture, so that older ones get it too. */
export const variantsVersion = 1;

export const maxFrames = 60;
export const storedWidthPixels = 1_920;
export const avatarSidePixels = 512;
const widths: Record<PictureKind, number[]> = { picture: [320, 640, 960, 1_600], avatar: [64, 128, 256] };

/**
 * What is made of a picture: never wider than it is. AVIF ends with the picture's own width; in WebP that is the stored
 * file itself.
 */
export function variantsOf({ kind, width }: { kind: PictureKind; width: number }): Variant[] {
  const narrower = widths[kind].filter((wanted) => wanted < width);
  const widest = Math.min(width, widths[kind].at(-1) as number);
  const webp = narrower.map((wanted): Variant => ({ type: 'webp', width: wanted }));
  const avif = [...new Set([...narrower, widest])].map(
    (wanted): Variant => ({ type: 'avif', width: wanted }),
  );
  return [...webp, ...avif];
}

/** A picture and everything made of it. */
export const filesOf = ({ path, avifWidths, webpWidths }: Picture): string[] => [
  path,
  ...avifWidths.map((width) => variantPath(path, { type: 'avif', width })),
  ...webpWidths.map((width) => variantPath(path, { type: 'webp', width })),
];
