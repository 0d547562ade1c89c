import { createHash } from 'node:crypto';

/**
 * The layout of a copy of a site: that of a folder of Markdown, with what only a site of this kind has. The export writes it,
 * the import reads it; docs/export.md describes it.
 */
export const copyFormat = 1;

/** A folder with this file is a copy: its texts are taken as they are. */
export const copyMark = '_data/site.yml';
/** Written last. */
export const copySums = 'SHA256SUMS';
export const copyAuthors = '_data/authors.yml';
export const copyCategories = '_data/categories.yml';
export const copyFrontPage = '_data/front-page.yml';
/** What an unfinished copy is called. */
export const unfinishedSuffix = '.unfinished';

export const commentsFolder = '_data/comments';

/** The path of the file with the comments of an article. */
export const getCommentsPath = (slug: string): string => `${commentsFolder}/${slug}.yml`;

/** A slug is a name of a file already; of anything else the hash is. */
export const getFileName = (slug: string): string =>
  /^[a-z\d][-_a-z\d]*$/.test(slug) ? slug : createHash('sha256').update(slug).digest('hex');

export const getArticlePath = ({ createdAt, slug }: { createdAt: Date; slug: string }): string =>
  `${createdAt.getUTCFullYear()}/${getFileName(slug)}.md`;

/** A long list has several files: `tramvay.yml`, `tramvay.2.yml` … */
export const getPartName = (file: string, part: number): string =>
  part === 1 ? file : file.replace(/\.yml$/, `.${part}.yml`);

/** A picture of a copy in a text. It is named by its SHA-256, so that the same picture has the same name in every copy. */
export const copiedPicture = /\/media\/([0-9a-f]{64}\.[a-z]{3,4})(?![\w.-])/g;

export const replaceCopiedPictures = (content: string, addresses: ReadonlyMap<string, string>): string =>
  content.replace(copiedPicture, (found) => addresses.get(found) ?? found);

export const isCopiedPicture = (address: string): boolean =>
  /^\/media\/[0-9a-f]{64}\.[a-z]{3,4}$/.test(address);

/** Deleted accounts are numbered; nobody can register such a name. */
export const getDeletedName = (number: number): string => `deleted~${number}`;
export const isDeletedName = (name: string): boolean => /^deleted~\d{1,9}$/.test(name);
