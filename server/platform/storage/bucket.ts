import { AwsClient } from 'aws4fetch';
import { trimEnd } from '#contract/trim.ts';

export type S3Settings = {
  /** URL of the service without the bucket: `https://storage.yandexcloud.net`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKeyId: string;
  secretAccessKey: string;
};

export type BucketFile = { path: string; bytes: number; modifiedAt: Date };

export type Bucket = {
  /** The successful response, or undefined for 404. Throws for other responses and network errors. */
  send(path: string, init?: RequestInit & { query?: Record<string, string> }): Promise<Response | undefined>;
  list(prefix?: string): AsyncGenerator<BucketFile>;
};

type Options = S3Settings & {
  /** For one request, its response included. */
  timeoutMs: number;
  retries: number;
};

const maxErrorLength = 300;

/** A response that is neither a success nor 404. */
export class BucketError extends Error {
  override name = 'BucketError';
  /** Whether the same request would be refused again. */
  readonly isRefusal: boolean;

  constructor(status: number, text: string) {
    super(`${status}: ${text.slice(0, maxErrorLength)}`);
    this.isRefusal = status >= 400 && status < 500 && status !== 429;
  }
}

/** A bucket of an S3-compatible service, addressed by path. Requests are signed (AWS Signature Version 4). */
export function openBucket({ endpoint, bucket, timeoutMs, retries, ...keys }: Options): Bucket {
  const client = new AwsClient({ ...keys, service: 's3', retries });
  const bucketUrl = `${trimEnd(endpoint, '/')}/${encodeURIComponent(bucket)}`;

  const send: Bucket['send'] = async (path, { query, ...init } = {}) => {
    const url = `${bucketUrl}${path && `/${path}`}${query ? `?${new URLSearchParams(query)}` : ''}`;
    const response = await client.fetch(url, { ...init, signal: AbortSignal.timeout(timeoutMs) });
    if (response.ok) return response;
    const text = await response.text();
    if (response.status === 404 && !text.includes('NoSuchBucket')) return undefined;
    throw new BucketError(response.status, text);
  };

  return {
    send,
    async *list(prefix = '') {
      let next: string | undefined;
      do {
        const response = await send('', {
          query: {
            'list-type': '2',
            ...(prefix !== '' && { prefix }),
            ...(next !== undefined && { 'continuation-token': next }),
          },
        });
        const page = (await response?.text()) ?? '';
        yield* filesIn(page);
        next = textOf(page, 'NextContinuationToken');
      } while (next !== undefined);
    },
  };
}

/** The files of a listing. It contains only names that the server generated, so full XML parsing is not needed. */
function* filesIn(page: string): Generator<BucketFile> {
  for (const entry of page.split('<Contents>').slice(1)) {
    const path = textOf(entry, 'Key');
    const modifiedAt = new Date(textOf(entry, 'LastModified') ?? '');
    const bytes = Number(textOf(entry, 'Size') ?? 0);
    if (path !== undefined && !Number.isNaN(modifiedAt.getTime())) yield { path, bytes, modifiedAt };
  }
}

export function textOf(xml: string, tag: string): string | undefined {
  const [, after] = xml.split(`<${tag}>`, 2);
  return after
    ?.split('<', 1)[0]
    ?.replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
}
