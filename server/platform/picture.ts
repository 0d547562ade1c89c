import { type RawBuilder, sql } from 'kysely';
import type { PictureInfo } from '#contract/media.ts';
import { contentTypes, mediaUrl } from './media-url.ts';

export type VariantType = 'avif' | 'webp';
export type Variant = { type: VariantType; width: number };

/** What others show of a picture that media keeps. */
export type Picture = {
  id: number;
  path: string;
  width: number;
  height: number;
  /** Of its place while it loads; null where the picture lets its ground show through. */
  tint: string | null;
  avifWidths: number[];
  webpWidths: number[];
};

/**
 * The columns of a joined row of media as one value, for the stores of all slices; null where none was joined. As a text:
 * every list asks for it twice, and to put it together name by name was a fifth of making the query. The alias is a name
 * of ours.
 */
export const pictureColumn = (alias: string): RawBuilder<Picture | null> =>
  sql.raw(`case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'path', ${alias}.path,
    'width', ${alias}.width, 'height', ${alias}.height, 'tint', ${alias}.tint,
    'avifWidths', ${alias}.avif_widths, 'webpWidths', ${alias}.webp_widths) end`);

/** The picture with the id in this column, where the row of media is not joined. */
export const pictureOf = (idColumn: string): RawBuilder<Picture | null> =>
  sql<Picture | null>`(select ${pictureColumn('media')} from media where media.id = ${sql.ref(idColumn)})`;

export const variantPath = (path: string, { type, width }: Variant): string =>
  path.replace(/\.webp$/, `-${width}.${type}`);

/** Size, tint and, once they are made, the smaller files, the better type first; `base` stands before the addresses. */
export function presentPicture(picture: Picture, base: string): PictureInfo;
export function presentPicture(picture: Picture | null, base: string): PictureInfo | null;
export function presentPicture(picture: Picture | null, base: string): PictureInfo | null {
  if (!picture) return null;
  const { path, width, height, tint } = picture;
  const isMade = picture.avifWidths.length > 0;
  const srcset = (type: VariantType, made: number[]) =>
    made.map((wide) => `${mediaUrl(base, variantPath(path, { type, width: wide }))} ${wide}w`);
  const webp = [...srcset('webp', picture.webpWidths), `${mediaUrl(base, path)} ${width}w`];
  const sources = [
    { type: contentTypes.avif, srcset: srcset('avif', picture.avifWidths).join(', ') },
    { type: contentTypes.webp, srcset: webp.join(', ') },
  ];
  return { width, height, tint, sources: isMade ? sources : [] };
}
