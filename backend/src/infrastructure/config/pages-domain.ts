import type { Variables } from './variables.ts';

/** At least two labels, each of letters, digits and hyphens (RFC 1123, section 2.1). */
const DOMAIN =
  /^(?=.{3,180}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/u;
const IP_ADDRESS = /^[\d.]+$/u;

type OtherAddresses = Readonly<{ publicUrl: string; mediaUrl: string | null }>;

/**
 * Reads `PAGES_DOMAIN`: each link page has a host below it. It must not be a parent domain of our other hosts. Otherwise such a host would
 * count as a user’s page, and users’ pages could set cookies for it.
 */
export function readPagesDomain(read: Variables, { publicUrl, mediaUrl }: OtherAddresses): string | null {
  const value = read.optionalText('PAGES_DOMAIN')?.toLowerCase() ?? null;
  if (value === null) return null;
  if (!DOMAIN.test(value) || IP_ADDRESS.test(value)) {
    read.refuse(
      'PAGES_DOMAIN',
      `is "${value}": write the name alone, as in pages.example.com, without https:// and port`,
    );
    return null;
  }
  for (const [name, address] of [
    ['PUBLIC_URL', publicUrl],
    ['MEDIA_URL', mediaUrl],
  ] as const) {
    const host = address === null ? '' : new URL(address).hostname;
    if (host !== value && !host.endsWith(`.${value}`)) continue;
    const where = host === value ? 'the host' : 'above the host';
    read.refuse(
      'PAGES_DOMAIN',
      `is ${value}, which is ${where} of ${name}: use a domain that has nothing but link pages, best one that you registered for them`,
    );
  }
  return value;
}
