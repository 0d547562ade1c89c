import { type Picture, type Variant, variantPath } from '#server/platform/picture.ts';

/** The purpose of a picture: an avatar is cropped to a square and always displayed small. */
export type PictureKind = 'picture' | 'avatar';

/** Increase it with every change of the variants, so that they are created for older pictures too. */
export const variantsVersion = 1;

export const maxFrames = 60;
export const storedWidthPixels = 1_920;
export const avatarSidePixels = 512;
const widths: Record<PictureKind, number[]> = { picture: [320, 640, 960, 1_600], avatar: [64, 128, 256] };

/**
 * The variants of a picture, none wider than the picture. AVIF includes the width of the picture; in WebP the stored file
 * has that width. A lossless picture has no AVIF, which browsers would prefer to the lossless file.
 */
export function getVariants(
  { kind, width }: { kind: PictureKind; width: number },
  isLossless = false,
): Variant[] {
  const narrower = widths[kind].filter((wanted) => wanted < width);
  const widest = Math.min(width, widths[kind].at(-1) as number);
  const webp = narrower.map((wanted): Variant => ({ type: 'webp', width: wanted }));
  if (isLossless) return webp;
  const avif = [...new Set([...narrower, widest])].map(
    (wanted): Variant => ({ type: 'avif', width: wanted }),
  );
  return [...webp, ...avif];
}

/** The files of a picture: the stored file and its variants. */
export const getFilePaths = ({
  path,
  avifWidths,
  webpWidths,
}: Pick<Picture, 'path' | 'avifWidths' | 'webpWidths'>): string[] => [
  path,
  ...avifWidths.map((width) => variantPath(path, { type: 'avif', width })),
  ...webpWidths.map((width) => variantPath(path, { type: 'webp', width })),
];
