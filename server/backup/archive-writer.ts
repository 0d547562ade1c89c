import { createHash } from 'node:crypto';
import { PassThrough, Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { Encrypter } from 'age-encryption';
import { pack } from 'tar-stream';
import type { ObjectWriter } from './backup-store.ts';
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

/** Writes a tar archive, compressed with Zstandard and encrypted with age for a recipient. */
export function createArchiveWriter(target: ObjectWriter, recipient: string | undefined): ArchiveWriter {
  const tar = pack();
  const compressed = createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } });
  const entries = createHash('sha256');
  let bytes = 0;
  const counted = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const written = writeAll();
  // `finish` and `add` report the failure.
  written.catch((error: Error) => tar.destroy(error));

  async function writeAll(): Promise<void> {
    const { stream } = target;
    if (recipient === undefined)
      return pipeline(Readable.from(tar), compressed, addEndMark(), counted, stream);
    const encrypter = new Encrypter();
    encrypter.addRecipient(recipient);
    const plain = new PassThrough();
    const encrypted = await encrypter.encrypt(Readable.toWeb(plain) as ReadableStream<Uint8Array>);
    await Promise.all([
      pipeline(Readable.from(tar), compressed, addEndMark(), plain),
      pipeline(Readable.fromWeb(encrypted as Parameters<typeof Readable.fromWeb>[0]), counted, stream),
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
    bytesWritten: () => bytes,
    async finish() {
      tar.finalize();
      await written;
      await target.finish();
    },
    async abort() {
      tar.destroy();
      await target.abort();
      await written.catch(() => undefined);
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
