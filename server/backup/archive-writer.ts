import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { link, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import { backup as texts } from '#locales/ru/backup.ts';
import { BackupError } from './backup-error.ts';
import { addEndMark } from './end-mark.ts';

const privateMode = 0o600;

export type ArchiveWriter = {
  /** Adds a file. Resolves when the archive can take the next one. */
  add(name: string, content: Uint8Array): Promise<void>;
  /** SHA-256 of the entries so far. */
  digest(): string;
  bytesWritten(): number;
  /** Ends the archive and gives it its name. */
  finish(): Promise<void>;
  /** Removes the unfinished archive. */
  abort(): Promise<void>;
};

/**
 * Writes a tar archive, compressed with Zstandard and encrypted with age for a recipient. The file has its name only
 * when it is complete and on disk.
 */
export function createArchiveWriter(path: string, recipient: string | undefined): ArchiveWriter {
  const unfinishedPath = `${path}.unfinished`;
  const tar = pack();
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const file = createWriteStream(unfinishedPath, { mode: privateMode, flags: 'w' });
  const entries = createHash('sha256');
  const written = writeAll();
  // `finish` and `add` report the failure.
  written.catch((error: Error) => tar.destroy(error));

  async function writeAll(): Promise<void> {
    if (recipient === undefined) return pipeline(Readable.from(tar), compressed, addEndMark(), file);
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const plain = new PassThrough();
    const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
    await Promise.all([
      pipeline(Readable.from(tar), compressed, addEndMark(), plain),
      pipeline(Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]), file),
    ]);
  }

  return {
    async add(name, content) {
      entries.update(`${name}\n${content.length}\n`).update(content);
      const added = new Promise<void>((resolve, reject) => {
        const entry = tar.entry({ name, size: content.length, mode: privateMode }, (error) =>
          error ? reject(error) : resolve(),
        );
        entry.end(content);
      });
      // A failed file, such as on a full disk, ends the wait for it.
      await Promise.race([added, written]);
    },
    digest: () => entries.copy().digest('hex'),
    bytesWritten: () => file.bytesWritten,
    async finish() {
      tar.finalize();
      await written;
      await syncPath(unfinishedPath);
      await link(unfinishedPath, path).catch((error: NodeJS.ErrnoException) => {
        throw error.code === 'EEXIST' ? new BackupError(texts.fileExists(path)) : error;
      });
      await rm(unfinishedPath);
      await syncPath(dirname(path));
    },
    async abort() {
      tar.destroy();
      file.destroy();
      await written.catch(() => undefined);
      await rm(unfinishedPath, { force: true });
    },
  };
}

/** Measures an archive without writing it. */
export function createDryRunWriter(): ArchiveWriter {
  const entries = createHash('sha256');
  let bytes = 0;
  return {
    async add(name, content) {
      entries.update(`${name}\n${content.length}\n`).update(content);
      bytes += content.length;
    },
    digest: () => entries.copy().digest('hex'),
    bytesWritten: () => bytes,
    finish: async () => undefined,
    abort: async () => undefined,
  };
}

async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
