import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import type { Message } from '#contract/errors.ts';
import type { TextKey } from '#locales/index.ts';
import { AppError } from './errors.ts';
import { processLimits } from './process-limits.ts';

export type FetchPictureOptions = {
  /** Whether a connection to this address is allowed; by default to public addresses. */
  isAllowed?: (address: string) => boolean;
  /** How often an address is tried that may respond later. */
  attempts?: number;
  pauseMs?: number;
  /** The limit of one attempt with all its redirects, in milliseconds. */
  timeoutMs?: number;
};
export type FetchPicture = (address: string, options?: FetchPictureOptions) => Promise<Uint8Array>;
type Guard = { isAllowed: (address: string) => boolean; signal: AbortSignal };

const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 5;
const userAgent = 'Mozilla/5.0 (compatible; news-site import)';

/** Neither private nor reserved networks, also not as IPv4 within IPv6. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

const refusal = (key: TextKey, values?: Message['values']) =>
  new AppError('invalid', { fields: { image: [values ? { key, values } : { key }] } });

/** The bytes behind a URL of the web; 400 under `image` with the reason. */
export async function fetchPicture(
  address: string,
  {
    isAllowed = isPublicAddress,
    attempts = 1,
    pauseMs = 1_000,
    timeoutMs = processLimits.pictureFetch,
  }: FetchPictureOptions = {},
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await follow(address, { isAllowed, signal: AbortSignal.timeout(timeoutMs) });
    } catch (error) {
      if (error instanceof AppError) throw error;
      if (attempt >= attempts) throw refusal('imports.pictureUnreachable', { reason: reasonOf(error) });
      await sleep(pauseMs * attempt);
    }
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ?? message).slice(0, 100);
};

async function follow(address: string, guard: Guard): Promise<Uint8Array> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await open(url, guard);
    const status = response.statusCode ?? 0;
    const { location } = response.headers;
    if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, url)) {
      response.destroy();
      url = new URL(location, url);
      continue;
    }
    // Only what may pass is tried again.
    if (status === 429 || status >= 500) {
      response.destroy();
      throw new Error(String(status));
    }
    if (status !== 200) {
      response.destroy();
      throw refusal('imports.pictureUnreachable', { reason: String(status) });
    }
    return readBody(response);
  }
  throw refusal('imports.pictureUnreachable', { reason: 'redirects' });
}

/** The address is checked when the connection is made, so that a name cannot change its meaning after a check. */
function open(url: URL, { isAllowed, signal }: Guard): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') throw refusal('imports.pictureElsewhere');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowed(host)) throw refusal('imports.picturePrivate');
  const guardedLookup: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every((one) => isAllowed(one.address)))
        return done(refusal('imports.picturePrivate'), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        lookup: guardedLookup,
        headers: { 'user-agent': userAgent, accept: 'image/*' },
        signal,
      },
      resolve,
    );
    sent.on('error', reject);
    sent.end();
  });
}

async function readBody(response: IncomingMessage): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += (chunk as Uint8Array).length;
    if (size > maxBytes) {
      response.destroy();
      throw refusal('media.tooLarge');
    }
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
