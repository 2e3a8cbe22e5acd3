import ipaddr from 'ipaddr.js';

/** The network of one customer: an IPv4 address, or the /64 of an IPv6 address, where a customer can use 2^64 addresses. */
export function networkOf(ip: string): string {
  if (!ipaddr.isValid(ip)) return 'unknown';
  const address = ipaddr.process(ip);
  if (address instanceof ipaddr.IPv4) return address.toString();
  return address.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(':');
}
