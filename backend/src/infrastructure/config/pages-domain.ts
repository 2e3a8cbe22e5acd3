import type { Variables } from './variables.ts';

/** Two labels at least, each of letters, digits and hyphens (RFC 1123, section 2.1). */
const DOMAIN =
  /^(?=.{3,180}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/u;
const ADDRESS = /^[\d.]+$/u;

type Neighbours = Readonly<{ publicUrl: string; mediaUrl: string | null }>;

/**
 * `PAGES_DOMAIN`: below it each link page has a host. What is above another of our hosts would take that host for somebody's page,
 * and its pages could set cookies for it.
 */
export function readPagesDomain(read: Variables, { publicUrl, mediaUrl }: Neighbours): string | null {
  const value = read.optionalText('PAGES_DOMAIN')?.toLowerCase() ?? null;
  if (value === null) return null;
  if (!DOMAIN.test(value) || ADDRESS.test(value)) {
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
