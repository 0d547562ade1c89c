import type { PreviewImage } from './preview-tags.ts';

/** The size of social cards (server/features/cards/card.ts). */
const width = 1200;
const height = 630;

/**
 * The social card of a page, for programs that show links. Its address changes with `shown`, what the card shows, because these
 * programs keep a picture by its address. Used on the server only.
 */
export const cardImage = (path: string, shown: unknown[], alt: string): PreviewImage => ({
  url: `${path}/card.jpg?v=${hash(JSON.stringify(shown))}`,
  width,
  height,
  alt,
});

/** FNV-1a. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (const character of text) value = Math.imul(value ^ (character.codePointAt(0) ?? 0), 0x01000193);
  return (value >>> 0).toString(36);
}
