import { createWriteStream } from 'node:fs';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { stringify } from 'yaml';
import { ZipFile } from 'yazl';
import type { FreeSpace } from '#server/platform/free-space.ts';

export type CopiedPost = { frontMatter: Record<string, unknown>; content: string };
/** What goes into an archive. Everything is read when its turn comes, so the memory does not grow with the account. */
export type ArchiveParts = {
  readme: string;
  /** The name of each file and its rows. */
  tables: Array<{ name: string; rows(): AsyncIterable<unknown> }>;
  posts(): AsyncIterable<{ name: string; post: CopiedPost }>;
  /** Names, and their bytes; undefined for a file that is missing. */
  pictures(): AsyncIterable<{ name: string; read(): Promise<Uint8Array | undefined> }>;
};

const separator = '---';

/** Markdown with the front matter that the import reads. */
export const toMarkdownFile = ({ frontMatter, content }: CopiedPost): string =>
  `${separator}\n${stringify(frontMatter)}${separator}\n\n${content}\n`;

/** A JSON array, one row a line. */
export async function* toJsonLines(rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let start = '[\n';
  for await (const row of rows) {
    yield start + JSON.stringify(row);
    start = ',\n';
  }
  yield start === '[\n' ? '[]\n' : '\n]\n';
}

/** Writes the archive to a file while the disk has room. Throws the first error of any part. */
export async function writeArchive(path: string, parts: ArchiveParts, freeSpace: FreeSpace): Promise<void> {
  const zip = new ZipFile();
  const output = createWriteStream(path, { mode: 0o600 });
  const failure = new Promise<never>((_, reject) => zip.once('error', reject));
  const requireSpace = new Transform({
    transform(chunk, _, done) {
      if (freeSpace.level() === 'enough') done(null, chunk);
      else done(new Error('the disk is almost full: the copy of the own data is made again later'));
    },
  });
  const written = pipeline(zip.outputStream, requireSpace, output);
  try {
    await Promise.race([Promise.all([fill(zip, parts), written]), failure]);
  } catch (error) {
    output.destroy();
    await written.catch(() => undefined);
    throw error;
  }
}

async function fill(zip: ZipFile, { readme, tables, posts, pictures }: ArchiveParts): Promise<void> {
  zip.addBuffer(Buffer.from(readme), 'README.txt');
  for (const { name, rows } of tables) await add(zip, name, Readable.from(toJsonLines(rows())));
  for await (const { name, post } of posts()) await add(zip, name, Readable.from([toMarkdownFile(post)]));
  for await (const { name, read } of pictures()) {
    const bytes = await read();
    // Pictures are compressed already.
    if (bytes) await add(zip, name, Readable.from([bytes]), { compress: false });
  }
  zip.end();
}

/** One file after the other: the next one is read when this one has been written. */
function add(zip: ZipFile, name: string, content: Readable, options = { compress: true }): Promise<void> {
  return new Promise((resolve, reject) => {
    content.once('end', resolve);
    content.once('error', reject);
    zip.addReadStream(content, name, options);
  });
}
