import { isIPv6 } from 'node:net';

const ipv6Groups = 8;

/** Who is behind an address: an IPv4 address stands for itself, an IPv6 address for its /64, which is one household. */
export function networkOf(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.toLowerCase().split('%')[0]?.split('::') ?? [];
  const left = head.split(':').filter(Boolean);
  const right = (tail ?? '').split(':').filter(Boolean);
  const gap = tail === undefined ? 0 : ipv6Groups - left.length - right.length;
  const groups = [...left, ...Array(Math.max(0, gap)).fill('0'), ...right];
  return groups
    .slice(0, ipv6Groups / 2)
    .map((group) => group.replace(/^0+(?=.)/, ''))
    .join(':');
}
