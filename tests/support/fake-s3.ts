import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type FakeS3 = Awaited<ReturnType<typeof createFakeS3>>;

const keys = { accessKeyId: 'TESTKEY', secretAccessKey: 'test/secret+key', region: 'ru-central1' };
const pageSize = 2;
const signatureLifetimeMs = 15 * 60_000;

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest('hex');
const hmac = (key: string | Uint8Array, data: string) => createHmac('sha256', key).update(data).digest();
const encoded = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** Recomputes the signature (AWS Signature Version 4) and compares it. */
function isSigned(request: IncomingMessage, body: Uint8Array): boolean {
  const header = request.headers.authorization ?? '';
  const found = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    header,
  );
  const [, credential = '', names = '', signature] = found ?? [];
  const [accessKeyId, day = '', ...scope] = credential.split('/');
  if (accessKeyId !== keys.accessKeyId || scope.join('/') !== `${keys.region}/s3/aws4_request`) return false;
  const time = String(request.headers['x-amz-date'] ?? '');
  const sentAt = Date.parse(time.replace(/^(....)(..)(..)T(..)(..)(..)Z$/, '$1-$2-$3T$4:$5:$6Z'));
  if (!(Math.abs(Date.now() - sentAt) < signatureLifetimeMs) || !time.startsWith(day)) return false;
  const signed = names.split(';');
  if (!signed.includes('host') || !signed.includes('x-amz-content-sha256')) return false;
  const contentHash = String(request.headers['x-amz-content-sha256']);
  if (contentHash !== 'UNSIGNED-PAYLOAD' && contentHash !== sha256(body)) return false;
  const url = new URL(request.url ?? '/', 'http://s3');
  const query = [...url.searchParams]
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&');
  const headers = signed.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}\n`).join('');
  const canonical = [request.method, url.pathname, query, headers, names, contentHash].join('\n');
  const toSign = ['AWS4-HMAC-SHA256', time, [day, ...scope].join('/'), sha256(canonical)].join('\n');
  const key = [day, ...scope].reduce<string | Buffer>(hmac, `AWS4${keys.secretAccessKey}`);
  return hmac(key, toSign).toString('hex') === signature;
}

/** A bucket in memory with an S3 API that refuses unsigned requests. */
export async function createFakeS3() {
  const files = new Map<string, { bytes: Buffer; type: string; modifiedAt: Date }>();
  const refusedRequests: string[] = [];
  /** Parts of uploads that have not been completed, by the id of the upload. */
  const uploads = new Map<string, Buffer[]>();
  let lostConnections = 0;
  let isUnavailable = false;

  function list(response: ServerResponse, url: URL): void {
    const prefix = url.searchParams.get('prefix') ?? '';
    const paths = [...files.keys()].filter((path) => path.startsWith(prefix)).sort();
    const start = Number(url.searchParams.get('continuation-token') ?? 0);
    const contents = paths
      .slice(start, start + pageSize)
      .map(
        (path) =>
          `<Contents><Key>${path}</Key><LastModified>${files.get(path)?.modifiedAt.toISOString()}</LastModified><Size>${files.get(path)?.bytes.length}</Size></Contents>`,
      );
    const next =
      start + pageSize < paths.length
        ? `<NextContinuationToken>${start + pageSize}</NextContinuationToken>`
        : '';
    response.end(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  }

  function handleUpload(
    { method }: IncomingMessage,
    response: ServerResponse,
    { url, path, body }: { url: URL; path: string; body: Buffer },
  ): void {
    const id = url.searchParams.get('uploadId');
    const parts = uploads.get(id ?? '');
    if (id === null) {
      const newId = `upload ${uploads.size}`;
      uploads.set(newId, []);
      response.end(
        `<InitiateMultipartUploadResult><UploadId>${newId}</UploadId></InitiateMultipartUploadResult>`,
      );
    } else if (!parts) response.writeHead(404).end('<Code>NoSuchUpload</Code>');
    else if (method === 'PUT') {
      parts[Number(url.searchParams.get('partNumber')) - 1] = body;
      response.setHeader('etag', `"${sha256(body)}"`).end();
    } else {
      uploads.delete(id);
      const isComplete = parts.every((part) => body.includes(sha256(part)));
      if (method === 'POST' && isComplete)
        files.set(path, { bytes: Buffer.concat(parts), type: '', modifiedAt: new Date() });
      response.end(method === 'DELETE' || isComplete ? '<Done/>' : '<Error>InvalidPart</Error>');
    }
  }

  function sendFile(
    request: IncomingMessage,
    response: ServerResponse,
    file: { bytes: Buffer; type: string },
  ): void {
    const [, start = '0', end = ''] = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '') ?? [];
    const bytes = file.bytes.subarray(Number(start), end === '' ? undefined : Number(end) + 1);
    response.setHeader('content-type', file.type).setHeader('content-length', bytes.length);
    response.end(request.method === 'HEAD' ? undefined : bytes);
  }

  function handleRequest(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url ?? '/', 'http://s3');
    const [, bucket, ...rest] = url.pathname.split('/');
    const path = rest.join('/');
    const file = files.get(path);
    const uploadId = url.searchParams.get('uploadId');
    if (bucket !== 'pictures') response.writeHead(404).end('<Code>NoSuchBucket</Code>');
    else if (request.method === 'POST' || uploadId !== null)
      handleUpload(request, response, { url, path, body });
    else if (request.method === 'PUT') {
      files.set(path, { bytes: body, type: String(request.headers['content-type']), modifiedAt: new Date() });
      response.end();
    } else if (request.method === 'DELETE') {
      files.delete(path);
      response.writeHead(204).end();
    } else if (path === '') list(response, url);
    else if (file) sendFile(request, response, file);
    else response.writeHead(404).end('<Code>NoSuchKey</Code>');
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    if (lostConnections > 0) {
      lostConnections -= 1;
      return response.destroy();
    }
    if (isUnavailable) return response.destroy();
    if (isSigned(request, body)) return handleRequest(request, response, body);
    refusedRequests.push(`${request.method} ${request.url}`);
    return response.writeHead(403).end('<Code>SignatureDoesNotMatch</Code>');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    settings: { ...keys, endpoint: `http://127.0.0.1:${port}`, bucket: 'pictures' },
    files,
    refusedRequests,
    uploads,
    /** Closes the connections of the next requests without a response. */
    loseConnections(count: number): void {
      lostConnections = count;
    },
    /** Whether it closes every connection without a response. */
    setUnavailable(isUnavailableNow: boolean): void {
      isUnavailable = isUnavailableNow;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
