import sharp, { type OverlayOptions } from 'sharp';
import { type Card, type CardPicture, cardHeight, cardWidth } from './card.ts';
import { type Area, drawCard, figureArea } from './card-layout.ts';

const jpegQuality = 86;
const timeoutSeconds = 5;
const maxPixels = 40_000_000;

sharp.concurrency(1);
sharp.cache(false);

/** Draws a card as JPEG. A picture that cannot be decoded is left out. */
export async function encodeCard({
  card,
  picture,
}: {
  card: Card;
  picture: Uint8Array | null;
}): Promise<Uint8Array> {
  const area = card.picture && figureArea(card);
  const cropped = card.picture && area && picture ? await cropPicture(card.picture, area, picture) : null;
  const svg = await drawCard(cropped ? card : { ...card, picture: null });
  const overlays: OverlayOptions[] =
    cropped && area ? [{ input: cropped, left: area.left, top: area.top }] : [];
  return sharp(Buffer.from(svg))
    .timeout({ seconds: timeoutSeconds })
    .resize(cardWidth, cardHeight, { fit: 'fill' })
    .composite(overlays)
    .flatten({ background: '#ffffff' })
    .jpeg({ quality: jpegQuality, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** The part of a picture around its focus that fills the area; null for a file that is no picture. */
async function cropPicture(
  { shape, focus, tint }: CardPicture,
  { width, height }: Area,
  bytes: Uint8Array,
): Promise<Buffer | null> {
  try {
    const source = sharp(bytes, { limitInputPixels: maxPixels }).timeout({ seconds: timeoutSeconds });
    const size = await source.metadata();
    const scale = Math.max(width / size.width, height / size.height);
    const scaled = { width: Math.ceil(size.width * scale), height: Math.ceil(size.height * scale) };
    const offset = (whole: number, part: number, center: number) =>
      Math.min(whole - part, Math.max(0, Math.round(whole * center - part / 2)));
    const cropped = source
      .resize({ ...scaled, fit: 'fill' })
      .extract({
        left: offset(scaled.width, width, focus.x),
        top: offset(scaled.height, height, focus.y),
        width,
        height,
      })
      .flatten({ background: tint ?? '#ffffff' });
    if (shape === 'panel') return await cropped.png().toBuffer();
    const circle = `<svg width="${width}" height="${height}"><circle cx="${width / 2}" cy="${height / 2}" r="${width / 2}"/></svg>`;
    return await sharp(await cropped.png().toBuffer())
      .composite([{ input: Buffer.from(circle), blend: 'dest-in' }])
      .png()
      .toBuffer();
  } catch {
    return null;
  }
}
