import type { SiteIdentity } from '#server/platform/site-identity.ts';

/** The accent and the paper of the light theme (web/styles/tokens.css). */
const defaultMark = '#a3301c';
export const defaultBackground = '#fbf9f4';

type Colors = SiteIdentity['colors'];

/** The mark: a headline, a picture and lines of text. */
const shapes = [
  [10, 12, 44, 9],
  [10, 29, 19, 23],
  [36, 29, 18, 8],
  [36, 44, 18, 8],
];

/** The icon as SVG. `maskable` icons fill the square, and their mark stays within the circle that every device shows. */
export function iconSvg({ mark, background }: Colors, { isMaskable = false } = {}): string {
  const rects = shapes.map(
    ([x, y, width, height]) => `<rect x="${x}" y="${y}" width="${width}" height="${height}"/>`,
  );
  const transform = isMaskable ? ' transform="translate(6.4 6.4) scale(.8)"' : '';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="${isMaskable ? 0 : 10}" fill="${background ?? defaultBackground}"/><g fill="${mark ?? defaultMark}"${transform}>${rects.join('')}</g></svg>`;
}

const maskableShare = 0.8;

/** The icon as PNG. */
export async function iconPng(
  { icon, colors }: SiteIdentity,
  size: number,
  { isMaskable = false } = {},
): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  if (!icon) {
    const svg = Buffer.from(iconSvg(colors, { isMaskable }));
    return sharp(svg, { density: (72 * size) / 64 })
      .resize(size, size)
      .png()
      .toBuffer();
  }
  const background = isMaskable ? (colors.background ?? defaultBackground) : '#00000000';
  const inner = isMaskable ? Math.round(size * maskableShare) : size;
  const border = Math.floor((size - inner) / 2);
  return sharp(icon.bytes, { limitInputPixels: 4096 * 4096 })
    .resize(inner, inner, { fit: 'contain', background })
    .extend({
      top: border,
      left: border,
      right: size - inner - border,
      bottom: size - inner - border,
      background,
    })
    .flatten(isMaskable ? { background } : false)
    .png()
    .toBuffer();
}

/** An ICO file of PNG pictures, at most 256 pixels wide. */
export function icoFile(pictures: Array<{ size: number; png: Buffer }>): Buffer {
  const headerBytes = 6;
  const entryBytes = 16;
  const header = Buffer.alloc(headerBytes + entryBytes * pictures.length);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pictures.entries()) {
    const at = headerBytes + entryBytes * index;
    header.writeUInt8(size % 256, at);
    header.writeUInt8(size % 256, at + 1);
    header.writeUInt16LE(1, at + 4);
    header.writeUInt16LE(32, at + 6);
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pictures.map(({ png }) => png)]);
}
