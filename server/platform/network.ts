import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

const ipv6Groups = 8;
const networkGroups = 4;

/**
 * Returns the client address of a request as Fastify determines it (the peer, or the address that trusted proxies
 * report), for requests that do not pass through Fastify.
 */
export function createAddressResolver(trustProxy: boolean | string): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const isTrusted = createTrustedProxyCheck(trustProxy);
  return (request) => proxyAddr(request, isTrusted);
}

/** Whether an address belongs to a proxy whose `X-Forwarded-For` is trusted. */
export function createTrustedProxyCheck(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const isTrusted = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => isTrusted(address, 0);
}

/** The part of an address that identifies a household: all of an IPv4 address, the first 64 bits of an IPv6 address. */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%');
  const ipv4 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(withoutZone)?.[1];
  if (ipv4) return ipv4;
  if (!isIPv6(withoutZone)) return withoutZone;
  const [before = '', after] = withoutZone.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, ipv6Groups - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, networkGroups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
