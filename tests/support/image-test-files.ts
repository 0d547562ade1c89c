import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A file that users might upload as an image, and whether it is one. */
export type ImageTestFile = { name: string; bytes: Uint8Array; isPicture: boolean };

const white = (width: number, height: number, channels: 3 | 4 = 3) =>
  sharp({ create: { width, height, channels, background: '#fefefe' } });
/** Noise, which compresses badly, like a photograph. */
const noisy = (width: number, height: number) =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: '#888',
      noise: { type: 'gaussian', mean: 128, sigma: 30 },
    },
  });
const animation = (frames: number) => {
  const [width, height] = [40, 30];
  const pattern = Buffer.from(Array.from({ length: 251 }, (_, index) => index));
  return sharp(Buffer.alloc(width * height * frames * 3, pattern), {
    raw: { width, height: height * frames, channels: 3, pageHeight: height },
  });
};

const imageFile = (name: string, bytes: Uint8Array): ImageTestFile => ({ name, bytes, isPicture: true });
const otherFile = (name: string, bytes: Uint8Array | string): ImageTestFile => ({
  name,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  isPicture: false,
});
const concat = (...parts: Array<Uint8Array | string>) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

async function createValidImages(): Promise<ImageTestFile[]> {
  const base = await noisy(300, 200).png().toBuffer();
  const large = await noisy(640, 470).png().toBuffer();
  const baseImage = () => sharp(base);
  const images: Array<[string, Sharp]> = [
    ['plain.jpg', baseImage().jpeg()],
    ['progressive.jpg', baseImage().jpeg({ progressive: true })],
    ['grey.jpg', baseImage().greyscale().jpeg()],
    ['cmyk.jpg', baseImage().toColourspace('cmyk').jpeg()],
    ['wide gamut.jpg', baseImage().withIccProfile('p3').jpeg()],
    ['16 bit.png', baseImage().toColourspace('rgb16').png()],
    ['16 bit grey.png', baseImage().toColourspace('grey16').png()],
    ['interlaced.png', baseImage().png({ progressive: true })],
    ['palette.png', baseImage().png({ palette: true, colours: 4 })],
    ['transparent.png', white(50, 50, 4).ensureAlpha(0.2).png()],
    ['lossless.webp', baseImage().webp({ lossless: true })],
    ['transparent.webp', white(50, 50, 4).ensureAlpha(0.5).webp()],
    ['still.gif', baseImage().gif()],
    ['one pixel.png', white(1, 1).png()],
    ['one pixel.gif', white(1, 1).gif()],
    ['a line.png', white(8_000, 1).png()],
    ['a pole.jpg', white(1, 8_000).jpeg()],
    ['just small enough.png', white(6_300, 6_300).png()],
    ['a photograph of 30 megapixels.jpg', sharp(large).resize(6_400, 4_700).jpeg()],
    ['two frames.gif', animation(2).gif()],
    ['sixty frames.gif', animation(60).gif()],
    ['ten frames.webp', animation(10).webp()],
    ['sixty frames.webp', animation(60).webp()],
  ];
  const files = await Promise.all(
    images.map(async ([name, image]) => imageFile(name, await image.toBuffer())),
  );
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const bytes = await baseImage().withMetadata({ orientation }).jpeg().toBuffer();
    files.push(imageFile(`turned ${orientation}.jpg`, bytes));
  }
  return files;
}

/** A PNG that declares a size but has almost no image data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = concat(type, data);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return concat(numbers.subarray(0, 4), body, numbers.subarray(4));
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return concat(
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  );
}

const startOfFrames = (gif: Buffer) => 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
const frameOf = (gif: Buffer) => gif.subarray(startOfFrames(gif), -1);
const repeated = (gif: Buffer, frames: number) =>
  concat(gif.subarray(0, startOfFrames(gif)), ...Array.from({ length: frames }, () => frameOf(gif)), ';');

/** Small files that declare huge images. */
export async function createDecompressionBombs(): Promise<ImageTestFile[]> {
  const jpeg = await white(16, 16).jpeg().toBuffer();
  const frameHeader = jpeg.indexOf(Buffer.from([0xff, 0xc0]));
  const gif = await white(16, 16).gif().toBuffer();
  const webp = await white(16, 16, 4).ensureAlpha(0.5).webp({ lossless: true }).toBuffer();
  const jpegOf = (width: number, height: number) => {
    const bytes = Buffer.from(jpeg);
    bytes.writeUInt16BE(height, frameHeader + 5);
    bytes.writeUInt16BE(width, frameHeader + 7);
    return bytes;
  };
  const gifOf = (width: number, height: number) => {
    const bytes = Buffer.from(gif);
    // The size of the logical screen and of the only frame.
    for (const at of [6, startOfFrames(gif) + frameOf(gif).indexOf(0x2c) + 5]) {
      bytes.writeUInt16LE(width, at);
      bytes.writeUInt16LE(height, at + 2);
    }
    return bytes;
  };
  const webpOf = (side: number) => {
    const bytes = Buffer.from(webp);
    const bits = (side - 1) | ((side - 1) << 14);
    const at = bytes.indexOf('VP8L') + 9;
    bytes.writeUInt32LE(((bytes.readUInt32LE(at) & 0xf0_00_00_00) | bits) >>> 0, at);
    return bytes;
  };
  const sizes: Array<[number, number]> = [
    [8_001, 1],
    [1, 8_001],
    [6_400, 6_400],
    [8_000, 5_001],
    [20_000, 20_000],
    [65_500, 65_500],
  ];
  return [
    ...sizes.map(([width, height]) => otherFile(`${width} by ${height}.png`, pngOf(width, height))),
    otherFile('as large as numbers go.png', pngOf(0x7f_ff_ff_ff, 0x7f_ff_ff_ff)),
    otherFile('of no size.png', pngOf(0, 0)),
    ...sizes.map(([width, height]) => otherFile(`${width} by ${height}.jpg`, jpegOf(width, height))),
    ...sizes.slice(2).map(([width, height]) => otherFile(`${width} by ${height}.gif`, gifOf(width, height))),
    otherFile('16383 by 16383.webp', webpOf(16_383)),
    otherFile('9000 by 9000.webp', webpOf(9_000)),
    otherFile('real, and too wide.png', await white(8_100, 10).png().toBuffer()),
    otherFile('sixty-one frames.gif', await animation(61).gif().toBuffer()),
    otherFile('sixty-one frames.webp', await animation(61).webp().toBuffer()),
    otherFile('frames of 48 megapixels together.gif', repeated(await white(1_000, 800).gif().toBuffer(), 60)),
  ];
}

async function createBrokenImages(): Promise<ImageTestFile[]> {
  const base = noisy(300, 200);
  const whole: Record<string, Buffer> = {
    'x.jpg': await base.clone().jpeg().toBuffer(),
    'x.png': await base.clone().png().toBuffer(),
    'x.webp': await base.clone().webp().toBuffer(),
    'x.gif': await base.clone().gif().toBuffer(),
  };
  return Object.entries(whole).flatMap(([name, bytes]) => [
    ...[0.1, 0.5, 0.8].map((part) =>
      otherFile(`${part * 100}% of ${name}`, bytes.subarray(0, bytes.length * part)),
    ),
    otherFile(`nothing but the first bytes of ${name}`, bytes.subarray(0, 12)),
    otherFile(`noise that begins like ${name}`, concat(bytes.subarray(0, 12), Buffer.alloc(3_000, 'шум'))),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function createOtherFormats(): Promise<ImageTestFile[]> {
  const small = white(20, 20);
  return [
    otherFile('script.svg', svg),
    otherFile('script in an image.png', svg),
    otherFile('declared.svg', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`),
    otherFile('bom.svg', `\u00ef\u00bb\u00bf${svg}`),
    otherFile('page.html', '<!doctype html><script>alert(1)</script>'),
    otherFile('page.jpg', '<html><body onload=alert(1)>'),
    otherFile('document.pdf', '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
    otherFile('archive.zip', emptyZip()),
    otherFile('archive.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])),
    otherFile('program.exe', `MZ${'\0'.repeat(200)}`),
    otherFile('program.elf', `\x7fELF${'\0'.repeat(200)}`),
    otherFile('code.js', 'alert(1)'),
    otherFile('code.php', '<?php system($_GET["x"]);'),
    otherFile('letters.txt', 'Просто текст, который назвали картинкой.'),
    otherFile('one byte.png', 'x'),
    otherFile('zeros.png', Buffer.alloc(5_000)),
    otherFile(
      'icon.ico',
      Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 4, 0, 0, 22, 0, 0, 0]),
    ),
    otherFile('bitmap.bmp', concat('BM', Buffer.alloc(60))),
    otherFile('layers.psd', concat('8BPS', Buffer.alloc(60))),
    otherFile('film.mp4', concat('\0\0\0\x18ftypmp42', Buffer.alloc(60))),
    otherFile('photograph.heic', concat('\0\0\0\x18ftypheic', Buffer.alloc(60))),
    otherFile('modern.avif', await small.clone().avif().toBuffer()),
    otherFile('scan.tiff', await small.clone().tiff().toBuffer()),
  ];
}

/** The end record of an empty ZIP archive with a comment. */
function emptyZip(comment = ''): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(comment.length, 20);
  return concat(end, comment);
}

async function createPolyglotFiles(): Promise<ImageTestFile[]> {
  const jpeg = await white(20, 20).jpeg().toBuffer();
  const png = await white(20, 20).png().toBuffer();
  const gif = await white(20, 20).gif().toBuffer();
  const webp = await white(20, 20).webp().toBuffer();
  const comment = (text: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return concat(jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text, jpeg.subarray(2));
  };
  const described = (ImageDescription: string) =>
    white(20, 20).withExif({ IFD0: { ImageDescription } }).jpeg().toBuffer();
  return [
    otherFile('archive after.jpg', concat(jpeg, emptyZip())),
    otherFile('archive after.png', concat(png, emptyZip('and a word'))),
    otherFile('archive after.gif', concat(gif, emptyZip())),
    otherFile('archive after.webp', concat(webp, emptyZip())),
    otherFile('page after.png', concat(png, '<script>alert(1)</script>')),
    otherFile('page after.gif', concat(gif, '<HTML><body>')),
    otherFile('drawing after.jpg', concat(jpeg, svg)),
    otherFile('document within.jpg', comment('%PDF-1.4 1 0 obj')),
    otherFile('code within.jpg', comment('<?php phpinfo(); __halt_compiler();')),
    otherFile('script within.jpg', comment('<script src=//example.com>')),
    otherFile('script described.jpg', await described('<script>alert(1)</script>')),
    otherFile('drawing that begins like.gif', `GIF89a${svg}`),
    otherFile('code that begins like.gif', 'GIF89a/*\0\0*/=1;alert(1)//'),
    otherFile('code that begins like.jpg', '\xff\xd8\xff\xe0/*JFIF*/=alert(1)'),
    imageFile('zeros after.jpg', concat(jpeg, Buffer.alloc(500))),
    imageFile('a word within.jpg', comment('Снято на телефон: 2 < 3')),
  ];
}

/** More than a hundred valid and invalid image files. */
export const createImageTestFiles = async (): Promise<ImageTestFile[]> =>
  (
    await Promise.all([
      createValidImages(),
      createDecompressionBombs(),
      createBrokenImages(),
      createOtherFormats(),
      createPolyglotFiles(),
    ])
  ).flat();
