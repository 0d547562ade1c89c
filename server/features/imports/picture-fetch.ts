import { lookup } from 'node:dns';
import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import ipaddr from 'ipaddr.js';
import { processLimits } from '#server/platform/process-limits.ts';
import { Refusal, refuse } from './problem.ts';

type Options = {
  /** Whether a connection to this address is allowed; by default to public addresses. */
  isAllowed?: (address: string) => boolean;
  pauseMs?: number;
};

const maxBytes = 10 * 1024 * 1024;
const maxRedirects = 5;
const attempts = 3;
const userAgent = 'Mozilla/5.0 (compatible; news-site import)';

/** Neither private nor reserved networks, also not as IPv4 within IPv6. */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** The bytes behind a URL of the web. Throws Refusal with the reason in a line. */
export async function fetchPicture(
  address: string,
  { isAllowed = isPublicAddress, pauseMs = 1_000 }: Options = {},
): Promise<Uint8Array> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await follow(address, isAllowed);
    } catch (error) {
      if (error instanceof Refusal) throw error;
      if (attempt === attempts) return refuse('imports.pictureUnreachable', {}, { reason: reasonOf(error) });
      await sleep(pauseMs * attempt);
    }
  }
}

const reasonOf = (error: unknown): string => {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code ?? message).slice(0, 100);
};

async function follow(address: string, isAllowed: (address: string) => boolean): Promise<Uint8Array> {
  let url = new URL(address);
  for (let redirects = 0; redirects <= maxRedirects; redirects += 1) {
    const response = await open(url, isAllowed);
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
      return refuse('imports.pictureUnreachable', {}, { reason: String(status) });
    }
    return readBody(response);
  }
  return refuse('imports.pictureUnreachable', {}, { reason: 'redirects' });
}

/** The address is checked when the connection is made, so that a name cannot change its meaning after a check. */
function open(url: URL, isAllowed: (address: string) => boolean): Promise<IncomingMessage> {
  if (url.protocol !== 'http:' && url.protocol !== 'https:') refuse('imports.pictureElsewhere');
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) !== 0 && !isAllowed(host)) refuse('imports.picturePrivate');
  const guardedLookup: LookupFunction = (hostname, options, done) =>
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, '', 0);
      const [first] = addresses;
      if (!first || !addresses.every((one) => isAllowed(one.address)))
        return done(new Refusal({ key: 'imports.picturePrivate' }), '', 0);
      return options.all ? done(null, addresses) : done(null, first.address, first.family);
    });
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const sent = send(
      url,
      {
        lookup: guardedLookup,
        headers: { 'user-agent': userAgent, accept: 'image/*' },
        signal: AbortSignal.timeout(processLimits.pictureFetch),
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
      return refuse('media.tooLarge');
    }
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks);
}
