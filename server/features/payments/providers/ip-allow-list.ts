import { BlockList, isIP } from 'node:net';

/** Returns a function that checks an IP address against a list of addresses and networks. */
export function createIpAllowList(entries: string[]): (address: string) => boolean {
  const blockList = new BlockList();
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) blockList.addAddress(address, family);
    else blockList.addSubnet(address, Number(prefix), family);
  }
  return (address) => {
    // An IPv4 address on a socket that listens on IPv6 is mapped to IPv6.
    const unmapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
    const version = isIP(unmapped);
    return version !== 0 && blockList.check(unmapped, version === 6 ? 'ipv6' : 'ipv4');
  };
}
