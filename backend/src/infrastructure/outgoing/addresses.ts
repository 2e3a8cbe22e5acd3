import ipaddr from 'ipaddr.js';

/** This IP address looks public, but is the internal service of a cloud: it returns credentials of the machine. */
const EXTRA_DENY = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Allows only globally routable unicast. An allow list, because a block list always lacks a range. */
export function isPublicAddress(ip: string): boolean {
  if (!ipaddr.isValid(ip)) return false;
  // Unwraps each spelling of ::ffff:a.b.c.d.
  const address = ipaddr.process(ip);
  if (address.range() !== 'unicast') return false;
  // Of IPv6 only 2000::/3 is in public use.
  if (address instanceof ipaddr.IPv6 && ((address.parts[0] ?? 0) & 0xe000) !== 0x2000) return false;
  return !EXTRA_DENY.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits));
}
