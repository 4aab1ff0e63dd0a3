import { isIPv6 } from 'node:net';

/**
 * What tries of strangers are counted by: an IPv4 address as it is, of an IPv6 address the half that names the network,
 * because one customer has all of the rest.
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
