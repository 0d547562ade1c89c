import { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { backup as texts } from '#locales/ru/backup.ts';
import { type Bucket, BucketError, openBucket, type S3Settings, textOf } from '../platform/storage/bucket.ts';
import { BackupError } from './backup-error.ts';
import type { BackupStore, ObjectWriter } from './backup-store.ts';

/** Parts of a large object. A bucket accepts at most 10,000 of them: 160 GB. */
const partBytes = 16 * 1024 * 1024;
const timeoutMs = 120_000;
/** After a lost connection; aws4fetch repeats requests that get a 5xx response. */
const retries = 6;
const attempts = 5;
const defaultPauseMs = 2_000;

type Options = {
  s3: S3Settings;
  /** Begins all names: `backups/`. */
  prefix: string;
  /** The first pause before a request is repeated after a lost connection; each further one is longer. */
  pauseMs?: number;
  /** Smaller in tests. */
  partSize?: number;
};

/** A bucket of backups. Large objects are written and read in parts, so a lost connection costs one part. */
export function createBucketStore({
  s3,
  prefix,
  pauseMs = defaultPauseMs,
  partSize = partBytes,
}: Options): BackupStore {
  const bucket = repeating(openBucket({ ...s3, timeoutMs, retries }), pauseMs);
  const location = `s3://${s3.bucket}/${prefix}`;

  async function sizeOf(name: string): Promise<number | undefined> {
    const response = await bucket.send(prefix + name, { method: 'HEAD' });
    return response && Number(response.headers.get('content-length'));
  }

  async function* readParts(name: string, bytes: number): AsyncGenerator<Buffer> {
    for (let start = 0; start < bytes; start += partSize) {
      const range = `bytes=${start}-${Math.min(start + partSize, bytes) - 1}`;
      const response = await bucket.send(prefix + name, { headers: { range } });
      if (!response) throw new BackupError(texts.noSuchFile(location + name));
      yield response.content;
    }
  }

  return {
    location,
    async *list(inner) {
      for (const { path, bytes } of await bucket.list(prefix + inner))
        yield { name: path.slice(prefix.length), bytes };
    },
    get: async (name) => (await bucket.send(prefix + name))?.content,
    async put(name, bytes) {
      await bucket.send(prefix + name, { method: 'PUT', body: new Uint8Array(bytes) });
    },
    async remove(name) {
      await bucket.send(prefix + name, { method: 'DELETE' });
    },
    async open(name) {
      const bytes = await sizeOf(name);
      if (bytes === undefined) throw new BackupError(texts.noSuchFile(location + name));
      return { stream: Readable.from(readParts(name, bytes)), bytes };
    },
    write: (name) =>
      writeParts(bucket, prefix + name, {
        partSize,
        requireNew: async () => {
          if ((await sizeOf(name)) !== undefined) throw new BackupError(texts.fileExists(location + name));
        },
      }),
  };
}

type BucketResponse = { headers: Headers; content: Buffer };
type RepeatingBucket = {
  send(...request: Parameters<Bucket['send']>): Promise<BucketResponse | undefined>;
  list(prefix: string): Promise<Array<{ path: string; bytes: number }>>;
};

/** Repeats requests that fail without a refusal, also while the response is read. */
function repeating(bucket: Bucket, pauseMs: number): RepeatingBucket {
  async function repeat<Result>(work: () => Promise<Result>): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt >= attempts || (error instanceof BucketError && error.isRefusal)) throw error;
        await sleep(pauseMs * attempt);
      }
    }
  }
  return {
    send: (...request) =>
      repeat(async () => {
        const received = await bucket.send(...request);
        return received && { headers: received.headers, content: Buffer.from(await received.arrayBuffer()) };
      }),
    list: (prefix) =>
      repeat(async () => {
        const files = [];
        for await (const file of bucket.list(prefix)) files.push(file);
        return files;
      }),
  };
}

/** The object appears when its upload is completed. The parts of an upload that never ends are removed by `abort`. */
function writeParts(
  bucket: RepeatingBucket,
  path: string,
  { partSize, requireNew }: { partSize: number; requireNew(): Promise<void> },
): ObjectWriter {
  const tags: string[] = [];
  let uploadId: string | undefined;
  let chunks: Buffer[] = [];
  let size = 0;

  async function start(): Promise<string> {
    await requireNew();
    const response = await bucket.send(path, { method: 'POST', query: { uploads: '' } });
    const id = textOf(response?.content.toString('utf8') ?? '', 'UploadId');
    if (id === undefined) throw new Error('the bucket does not accept uploads in parts');
    return id;
  }

  async function flush(): Promise<void> {
    const body = new Uint8Array(Buffer.concat(chunks));
    chunks = [];
    size = 0;
    uploadId ??= await start();
    const query = { partNumber: String(tags.length + 1), uploadId };
    const response = await bucket.send(path, { method: 'PUT', body, query });
    const tag = response?.headers.get('etag');
    if (!tag) throw new Error('the bucket has lost an upload');
    tags.push(tag);
  }

  const stream = new Writable({
    highWaterMark: partSize,
    write(chunk: Buffer, _, done) {
      chunks.push(chunk);
      size += chunk.length;
      if (size < partSize) return done();
      flush().then(() => done(), done);
    },
    final: (done) => void flush().then(() => done(), done),
  });

  return {
    stream,
    async finish() {
      const parts = tags.map(
        (tag, index) => `<Part><PartNumber>${index + 1}</PartNumber><ETag>${tag}</ETag></Part>`,
      );
      const body = `<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`;
      const response = await bucket.send(path, { method: 'POST', body, query: { uploadId: uploadId ?? '' } });
      // A failure after the first byte of the response has status 200.
      if (!response || response.content.includes('<Error>'))
        throw new Error(
          `the bucket did not complete the upload: ${response?.content.toString('utf8') ?? ''}`,
        );
    },
    async abort() {
      stream.destroy();
      if (uploadId !== undefined) await bucket.send(path, { method: 'DELETE', query: { uploadId } });
    },
  };
}
