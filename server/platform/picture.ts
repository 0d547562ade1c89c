import { type RawBuilder, sql } from 'kysely';
import type { PictureInfo } from '#contract/media.ts';
import { contentTypes, mediaUrl } from './media-url.ts';

export type VariantType = 'avif' | 'webp';
export type Variant = { type: VariantType; width: number };

/** A picture of the media slice, as other slices show it. */
export type Picture = {
  id: number;
  path: string;
  width: number;
  height: number;
  /** Colour of the placeholder while the picture loads; null for a picture with transparency. */
  tint: string | null;
  avifWidths: number[];
  webpWidths: number[];
};

/**
 * The columns of a joined row of `media` as one JSON value, null if no row was joined. Raw SQL: every list uses it
 * twice, and building it with the query builder took a fifth of the time to create the query. The alias is always a
 * constant of our code.
 */
export const pictureColumn = (alias: string): RawBuilder<Picture | null> =>
  sql.raw(`case when ${alias}.id is not null then json_build_object('id', ${alias}.id, 'path', ${alias}.path,
    'width', ${alias}.width, 'height', ${alias}.height, 'tint', ${alias}.tint,
    'avifWidths', ${alias}.avif_widths, 'webpWidths', ${alias}.webp_widths) end`);

/** The picture with the id in this column, for queries that do not join `media`. */
export const pictureSubquery = (idColumn: string): RawBuilder<Picture | null> =>
  sql<Picture | null>`(select ${pictureColumn('media')} from media where media.id = ${sql.ref(idColumn)})`;

export const variantPath = (path: string, { type, width }: Variant): string =>
  path.replace(/\.webp$/, `-${width}.${type}`);

/** Size, tint and, once they exist, the variants, the better type first; `base` is the prefix of the URLs. */
export function presentPicture(picture: Picture, base: string): PictureInfo;
export function presentPicture(picture: Picture | null, base: string): PictureInfo | null;
export function presentPicture(picture: Picture | null, base: string): PictureInfo | null {
  if (!picture) return null;
  const { path, width, height, tint } = picture;
  const srcset = (type: VariantType, widths: number[]) =>
    widths.map(
      (variantWidth) =>
        `${mediaUrl(base, variantPath(path, { type, width: variantWidth }))} ${variantWidth}w`,
    );
  const webp = [...srcset('webp', picture.webpWidths), `${mediaUrl(base, path)} ${width}w`];
  const sources = [
    { type: contentTypes.avif, srcset: srcset('avif', picture.avifWidths).join(', ') },
    { type: contentTypes.webp, srcset: webp.join(', ') },
  ];
  const hasVariants = picture.avifWidths.length + picture.webpWidths.length > 0;
  return { width, height, tint, sources: hasVariants ? sources.filter((source) => source.srcset) : [] };
}
