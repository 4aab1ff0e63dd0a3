import { isIPv6 } from 'node:net';

/**
 * The key for rate limits of anonymous requests: a whole IPv4 address, but only the network half of an IPv6 address,
 * because a single customer can use every address of an IPv6 network.
 */
export function networkOf(ip: string): string {
  const [address = ''] = ip.split('%');
  if (!isIPv6(address)) return ip;
  const version4 = /^::ffff:([\d.]+)$/i.exec(address)?.[1];
  if (version4 !== undefined) return version4;
  const [head = [], tail] = address.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const groups = tail ? [...head, ...Array.from({ length: 8 - head.length - tail.length }, () => '0'), ...tail] : head;
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`;
}
