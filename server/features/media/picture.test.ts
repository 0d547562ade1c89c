import { describe, expect, it } from 'vitest';
import { type Picture, presentPicture } from '#server/platform/picture.ts';
import { getFilePaths, getVariants } from './picture.ts';

const widthsOf = (kind: 'picture' | 'avatar', width: number, type: string) =>
  getVariants({ kind, width })
    .filter((variant) => variant.type === type)
    .map((variant) => variant.width);

describe('variantsOf', () => {
  it.each([
    ['picture', 1_920, [320, 640, 960, 1_600], [320, 640, 960, 1_600]],
    ['picture', 1_600, [320, 640, 960, 1_600], [320, 640, 960]],
    ['picture', 700, [320, 640, 700], [320, 640]],
    ['picture', 10, [10], []],
    ['avatar', 512, [64, 128, 256], [64, 128, 256]],
  ] as const)('returns no variant wider than a %s of %i pixels', (kind, width, avif, webp) => {
    expect(widthsOf(kind, width, 'avif')).toEqual(avif);
    expect(widthsOf(kind, width, 'webp')).toEqual(webp);
  });
});

it('makes no AVIF of a lossless picture', () => {
  expect(getVariants({ kind: 'picture', width: 700 }, true).map(({ type }) => type)).toEqual([
    'webp',
    'webp',
  ]);
});

const picture: Picture = {
  id: 1,
  path: 'ab/c.webp',
  width: 700,
  height: 350,
  tint: null,
  avifWidths: [320, 700],
  webpWidths: [320],
};

describe('a picture', () => {
  it('lists AVIF first, and the stored file as the widest WebP source', () => {
    expect(presentPicture(picture, 'https://x').sources).toEqual([
      {
        type: 'image/avif',
        srcset: 'https://x/media/ab/c-320.avif 320w, https://x/media/ab/c-700.avif 700w',
      },
      { type: 'image/webp', srcset: 'https://x/media/ab/c-320.webp 320w, https://x/media/ab/c.webp 700w' },
    ]);
  });

  it('has only WebP sources if it has no AVIF', () => {
    const { sources } = presentPicture({ ...picture, avifWidths: [] }, '');
    expect(sources.map(({ type }) => type)).toEqual(['image/webp']);
  });

  it('has no sources before its variants exist', () => {
    expect(presentPicture({ ...picture, avifWidths: [], webpWidths: [] }, '').sources).toEqual([]);
    expect(presentPicture(null, '')).toBeNull();
  });

  it('lists all its files', () => {
    expect(getFilePaths(picture)).toEqual(['ab/c.webp', 'ab/c-320.avif', 'ab/c-700.avif', 'ab/c-320.webp']);
  });
});
