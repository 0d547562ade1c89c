import type { IncomingMessage } from 'node:http';
import { isIPv6 } from 'node:net';
import proxyAddr from '@fastify/proxy-addr';

const ipv6Groups = 8;
const networkGroups = 4;

/**
 * Who is taken for the caller of a request: whoever is connected, or whom trusted proxies name. It is what the framework
 * takes, for requests that it does not see.
 */
export function addressFinder(trustProxy: boolean | string): (request: IncomingMessage) => string {
  if (trustProxy === false) return ({ socket }) => socket.remoteAddress ?? '';
  const trusts = trustedProxies(trustProxy);
  return (request) => proxyAddr(request, trusts);
}

/** Tells whether a connection comes from a proxy whose word about its callers counts. */
export function trustedProxies(trustProxy: boolean | string): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy;
  const trusts = proxyAddr.compile(trustProxy.split(',').map((part) => part.trim()));
  return (address) => trusts(address, 0);
}

/** The part of an address that stands for one household: all of IPv4, the first 64 bits of IPv6. */
export function networkOf(address: string): string {
  const [bare = ''] = address.split('%');
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped) return mapped;
  if (!isIPv6(bare)) return bare;
  const [before = '', after] = bare.split('::');
  const left = before.split(':').filter(Boolean);
  const right = (after ?? '').split(':').filter(Boolean);
  const zeros = Array<string>(Math.max(0, ipv6Groups - left.length - right.length)).fill('0');
  const network = [...left, ...zeros, ...right].slice(0, networkGroups);
  return `${network.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
