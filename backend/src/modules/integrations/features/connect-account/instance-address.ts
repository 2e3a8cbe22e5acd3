import { completedInstance } from '@posthorn/contracts/integrations/instance-url';
import { isPrivatelyAllowed, type PrivateHost } from '#infrastructure/outgoing/outgoing-route.ts';

/** http or https, then a domain with a top-level domain of two letters or more; a port and a path may follow. */
const PUBLIC_ADDRESS =
  /^https?:\/\/(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)+[a-z]{2,}(?::\d{1,5})?(?:[/?#]\S*)?$/iu;

/**
 * The origin of the typed address; null when it is no address of an instance. Addresses that the operator listed need no domain and keep
 * their scheme. All others use https.
 */
export function instanceAddress(typed: string, privateHosts: readonly PrivateHost[]): string | null {
  const completed = completedInstance(typed);
  if (!URL.canParse(completed)) return null;
  const url = new URL(completed);
  if ((url.protocol !== 'http:' && url.protocol !== 'https:') || url.username !== '' || url.password !== '')
    return null;
  // The host as a browser reads it: an umlaut domain passes in its encoded form.
  if (isPrivatelyAllowed(url, privateHosts)) return url.origin;
  if (!PUBLIC_ADDRESS.test(url.origin)) return null;
  url.protocol = 'https:';
  return url.origin;
}
