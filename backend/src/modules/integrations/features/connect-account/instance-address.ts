import { completedInstance } from '@posthorn/contracts/integrations/instance-url';
import { isAllowedPrivateHost, type PrivateHost } from '#infrastructure/outgoing/outgoing-route.ts';

/**
 * Matches http or https, then a domain whose top-level domain has at least two letters; a port and a path may
 * follow.
 */
const PUBLIC_ADDRESS =
  /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * The origin of the entered URL or domain; null if it cannot be that of a Mastodon server. For a private host that
 * the operator allows, an IP address and http are valid. All other origins become https.
 */
export function instanceAddress(entered: string, privateHosts: readonly PrivateHost[]): string | null {
  const completed = completedInstance(entered);
  if (!URL.canParse(completed)) return null;
  const url = new URL(completed);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return null;
  // `URL` has encoded the host as browsers do, so a domain with an umlaut matches too.
  if (isAllowedPrivateHost(url, privateHosts)) return url.origin;
  if (!PUBLIC_ADDRESS.test(url.origin)) return null;
  url.protocol = 'https:';
  return url.origin;
}
