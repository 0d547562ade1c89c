import { crc32 } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';

/** A file that users might upload as an image, and whether it is one. */
export type OddFile = { name: string; bytes: Uint8Array; isPicture: boolean };

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

const picture = (name: string, bytes: Uint8Array): OddFile => ({ name, bytes, isPicture: true });
const other = (name: string, bytes: Uint8Array | string): OddFile => ({
  name,
  bytes: typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes,
  isPicture: false,
});
const joined = (...parts: Array<Uint8Array | string>) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));

async function honestFiles(): Promise<OddFile[]> {
  const base = await noisy(300, 200).png().toBuffer();
  const large = await noisy(640, 470).png().toBuffer();
  const of = () => sharp(base);
  const made: Array<[string, Sharp]> = [
    ['plain.jpg', of().jpeg()],
    ['progressive.jpg', of().jpeg({ progressive: true })],
    ['grey.jpg', of().greyscale().jpeg()],
    ['cmyk.jpg', of().toColourspace('cmyk').jpeg()],
    ['wide gamut.jpg', of().withIccProfile('p3').jpeg()],
    ['16 bit.png', of().toColourspace('rgb16').png()],
    ['16 bit grey.png', of().toColourspace('grey16').png()],
    ['interlaced.png', of().png({ progressive: true })],
    ['palette.png', of().png({ palette: true, colours: 4 })],
    ['transparent.png', white(50, 50, 4).ensureAlpha(0.2).png()],
    ['lossless.webp', of().webp({ lossless: true })],
    ['transparent.webp', white(50, 50, 4).ensureAlpha(0.5).webp()],
    ['still.gif', of().gif()],
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
  const files = await Promise.all(made.map(async ([name, image]) => picture(name, await image.toBuffer())));
  for (let orientation = 1; orientation <= 8; orientation += 1) {
    const bytes = await of().withMetadata({ orientation }).jpeg().toBuffer();
    files.push(picture(`turned ${orientation}.jpg`, bytes));
  }
  return files;
}

/** A PNG that declares a size but has almost no image data. */
function pngOf(width: number, height: number): Buffer {
  const chunk = (type: string, data: Uint8Array) => {
    const body = joined(type, data);
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(data.length, 0);
    numbers.writeUInt32BE(crc32(body), 4);
    return joined(numbers.subarray(0, 4), body, numbers.subarray(4));
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return joined(
    signature,
    chunk('IHDR', header),
    chunk('IDAT', Buffer.alloc(64)),
    chunk('IEND', Buffer.alloc(0)),
  );
}

const startOfFrames = (gif: Buffer) => 13 + 3 * 2 ** (((gif[10] ?? 0) & 7) + 1);
const frameOf = (gif: Buffer) => gif.subarray(startOfFrames(gif), -1);
const repeated = (gif: Buffer, frames: number) =>
  joined(gif.subarray(0, startOfFrames(gif)), ...Array.from({ length: frames }, () => frameOf(gif)), ';');

/** Small files that declare huge images. */
export async function bombs(): Promise<OddFile[]> {
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
    ...sizes.map(([width, height]) => other(`${width} by ${height}.png`, pngOf(width, height))),
    other('as large as numbers go.png', pngOf(0x7f_ff_ff_ff, 0x7f_ff_ff_ff)),
    other('of no size.png', pngOf(0, 0)),
    ...sizes.map(([width, height]) => other(`${width} by ${height}.jpg`, jpegOf(width, height))),
    ...sizes.slice(2).map(([width, height]) => other(`${width} by ${height}.gif`, gifOf(width, height))),
    other('16383 by 16383.webp', webpOf(16_383)),
    other('9000 by 9000.webp', webpOf(9_000)),
    other('real, and too wide.png', await white(8_100, 10).png().toBuffer()),
    other('sixty-one frames.gif', await animation(61).gif().toBuffer()),
    other('sixty-one frames.webp', await animation(61).webp().toBuffer()),
    other('frames of 48 megapixels together.gif', repeated(await white(1_000, 800).gif().toBuffer(), 60)),
  ];
}

async function brokenFiles(): Promise<OddFile[]> {
  const base = noisy(300, 200);
  const whole: Record<string, Buffer> = {
    'x.jpg': await base.clone().jpeg().toBuffer(),
    'x.png': await base.clone().png().toBuffer(),
    'x.webp': await base.clone().webp().toBuffer(),
    'x.gif': await base.clone().gif().toBuffer(),
  };
  return Object.entries(whole).flatMap(([name, bytes]) => [
    ...[0.1, 0.5, 0.8].map((part) =>
      other(`${part * 100}% of ${name}`, bytes.subarray(0, bytes.length * part)),
    ),
    other(`nothing but the first bytes of ${name}`, bytes.subarray(0, 12)),
    other(`noise that begins like ${name}`, joined(bytes.subarray(0, 12), Buffer.alloc(3_000, 'шум'))),
  ]);
}

const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';

async function foreignFiles(): Promise<OddFile[]> {
  const small = white(20, 20);
  return [
    other('script.svg', svg),
    other('script in an image.png', svg),
    other('declared.svg', `<?xml version="1.0"?>\n<!DOCTYPE svg>\n${svg}`),
    other('bom.svg', `\u00ef\u00bb\u00bf${svg}`),
    other('page.html', '<!doctype html><script>alert(1)</script>'),
    other('page.jpg', '<html><body onload=alert(1)>'),
    other('document.pdf', '%PDF-1.7\n1 0 obj <</Type/Catalog>> endobj\ntrailer <</Root 1 0 R>>\n%%EOF'),
    other('archive.zip', emptyZip()),
    other('archive.gz', Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3])),
    other('program.exe', `MZ${'\0'.repeat(200)}`),
    other('program.elf', `\x7fELF${'\0'.repeat(200)}`),
    other('code.js', 'alert(1)'),
    other('code.php', '<?php system($_GET["x"]);'),
    other('letters.txt', 'Просто текст, который назвали картинкой.'),
    other('one byte.png', 'x'),
    other('zeros.png', Buffer.alloc(5_000)),
    other('icon.ico', Buffer.from([0, 0, 1, 0, 1, 0, 16, 16, 0, 0, 1, 0, 32, 0, 0, 4, 0, 0, 22, 0, 0, 0])),
    other('bitmap.bmp', joined('BM', Buffer.alloc(60))),
    other('layers.psd', joined('8BPS', Buffer.alloc(60))),
    other('film.mp4', joined('\0\0\0\x18ftypmp42', Buffer.alloc(60))),
    other('photograph.heic', joined('\0\0\0\x18ftypheic', Buffer.alloc(60))),
    other('modern.avif', await small.clone().avif().toBuffer()),
    other('scan.tiff', await small.clone().tiff().toBuffer()),
  ];
}

/** The end record of an empty ZIP archive with a comment. */
function emptyZip(comment = ''): Buffer {
  const end = Buffer.alloc(22);
  end.write('PK\u0005\u0006', 'latin1');
  end.writeUInt16LE(comment.length, 20);
  return joined(end, comment);
}

async function doubleFiles(): Promise<OddFile[]> {
  const jpeg = await white(20, 20).jpeg().toBuffer();
  const png = await white(20, 20).png().toBuffer();
  const gif = await white(20, 20).gif().toBuffer();
  const webp = await white(20, 20).webp().toBuffer();
  const comment = (text: string) => {
    const length = Buffer.alloc(2);
    length.writeUInt16BE(text.length + 2);
    return joined(jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe]), length, text, jpeg.subarray(2));
  };
  const described = (ImageDescription: string) =>
    white(20, 20).withExif({ IFD0: { ImageDescription } }).jpeg().toBuffer();
  return [
    other('archive after.jpg', joined(jpeg, emptyZip())),
    other('archive after.png', joined(png, emptyZip('and a word'))),
    other('archive after.gif', joined(gif, emptyZip())),
    other('archive after.webp', joined(webp, emptyZip())),
    other('page after.png', joined(png, '<script>alert(1)</script>')),
    other('page after.gif', joined(gif, '<HTML><body>')),
    other('drawing after.jpg', joined(jpeg, svg)),
    other('document within.jpg', comment('%PDF-1.4 1 0 obj')),
    other('code within.jpg', comment('<?php phpinfo(); __halt_compiler();')),
    other('script within.jpg', comment('<script src=//example.com>')),
    other('script described.jpg', await described('<script>alert(1)</script>')),
    other('drawing that begins like.gif', `GIF89a${svg}`),
    other('code that begins like.gif', 'GIF89a/*\0\0*/=1;alert(1)//'),
    other('code that begins like.jpg', '\xff\xd8\xff\xe0/*JFIF*/=alert(1)'),
    picture('zeros after.jpg', joined(jpeg, Buffer.alloc(500))),
    picture('a word within.jpg', comment('Снято на телефон: 2 < 3')),
  ];
}

/** More than a hundred valid and invalid image files. */
export const oddFiles = async (): Promise<OddFile[]> =>
  (await Promise.all([honestFiles(), bombs(), brokenFiles(), foreignFiles(), doubleFiles()])).flat();
