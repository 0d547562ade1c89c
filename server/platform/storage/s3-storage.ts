import { AwsClient } from 'aws4fetch';
import { trimEnd } from '#contract/trim.ts';
import type { Log } from '../log.ts';
import { type Storage, type StoredFile, storageUnavailable } from './storage.ts';

export type S3Settings = {
  /** URL of the service without the bucket: `https://storage.yandexcloud.net`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

/** Below the deadline of a request, so that its response can report the failure. */
const responseTimeoutMs = 5_000;
/** One retry: a lost connection is more common than an unavailable service. */
const retries = 1;

/** A bucket of an S3-compatible service, addressed by path. Requests are signed (AWS Signature Version 4). */
export function createS3Storage({ endpoint, bucket, log, ...keys }: S3Settings & { log: Log }): Storage {
  const client = new AwsClient({ ...keys, service: 's3', retries });
  const bucketUrl = `${trimEnd(endpoint, '/')}/${encodeURIComponent(bucket)}`;

  /** The successful response, or undefined for 404. Other responses and network errors throw `storageUnavailable`. */
  async function send(url: string, init: RequestInit = {}): Promise<Response | undefined> {
    try {
      const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(responseTimeoutMs) });
      if (response.ok) return response;
      const text = await response.text();
      if (response.status === 404 && !text.includes('NoSuchBucket')) return undefined;
      throw new Error(`${response.status}: ${text.slice(0, 300)}`);
    } catch (error) {
      log.error({ err: error }, 'the picture storage is unavailable');
      throw storageUnavailable();
    }
  }

  async function bytesOf(response: Response): Promise<Uint8Array> {
    try {
      return new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      log.error({ err: error }, 'the picture storage closed the connection early');
      throw storageUnavailable();
    }
  }

  return {
    async put(path, bytes, contentType) {
      const body = new Uint8Array(bytes);
      const headers = { 'content-type': contentType, 'content-length': String(body.length) };
      if (!(await send(`${bucketUrl}/${path}`, { method: 'PUT', body, headers }))) throw storageUnavailable();
    },
    async get(path) {
      const response = await send(`${bucketUrl}/${path}`);
      return response && bytesOf(response);
    },
    async remove(path) {
      await send(`${bucketUrl}/${path}`, { method: 'DELETE' });
    },
    async *list() {
      let next: string | undefined;
      do {
        const query = new URLSearchParams({
          'list-type': '2',
          ...(next !== undefined && { 'continuation-token': next }),
        });
        const response = await send(`${bucketUrl}?${query}`);
        const page = response ? new TextDecoder().decode(await bytesOf(response)) : '';
        yield* filesIn(page);
        next = textOf(page, 'NextContinuationToken');
      } while (next !== undefined);
    },
  };
}

/** The files of a listing. It contains only names that the server generated, so full XML parsing is not needed. */
function* filesIn(page: string): Generator<StoredFile> {
  for (const entry of page.split('<Contents>').slice(1)) {
    const path = textOf(entry, 'Key');
    const modifiedAt = new Date(textOf(entry, 'LastModified') ?? '');
    if (path !== undefined && !Number.isNaN(modifiedAt.getTime())) yield { path, modifiedAt };
  }
}

function textOf(xml: string, tag: string): string | undefined {
  const [, after] = xml.split(`<${tag}>`, 2);
  return after
    ?.split('<', 1)[0]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
