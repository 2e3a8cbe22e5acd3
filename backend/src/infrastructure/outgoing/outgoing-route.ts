import { OutgoingError } from './outgoing-error.ts';

const SANDBOX_SUFFIX = '.sandbox.test';
/** By default, only port 443 is allowed below this number. The other ports belong to mail, DNS and remote shells. */
const FIRST_UNRESERVED_PORT = 1024;

export type PrivateHost = Readonly<{ host: string; port: number }>;
/**
 * The target of a request, and how Posthorn reaches it. `guarded`: only public IP addresses. `private`: a host that the operator allowed.
 * `sandbox`: the simulated platforms on this machine.
 */
export type OutgoingRoute = Readonly<{ access: 'guarded' | 'private' | 'sandbox'; url: URL; origin: string }>;
export type RoutePolicy = Readonly<{
  privateHosts: readonly PrivateHost[];
  sandboxPort: number | null;
  allowPort?: (port: number) => boolean;
}>;

const usualPort = (url: URL): number => (url.protocol === 'http:' ? 80 : 443);
const portOf = (url: URL): number => (url.port === '' ? usualPort(url) : Number(url.port));
/** Removes the brackets of IPv6 and the dot that ends a full name: both are other spellings of the same host. */
export const bareHost = (hostname: string): string => hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');

/** True for names that lead only to the sandbox. */
export const isSandboxHost = (hostname: string): boolean => bareHost(hostname).endsWith(SANDBOX_SUFFIX);

/** Names of this machine. They count as one host, because a listed server may call itself by another of these names. */
const LOOPBACK = new Set(['localhost', '127.0.0.1', '::1']);
const isSameHost = (one: string, other: string): boolean =>
  one === other || (LOOPBACK.has(one) && LOOPBACK.has(other));

/** True when the operator listed the host of this URL in `ALLOW_PRIVATE_HOSTS`. */
export function isAllowedPrivateHost(url: URL, privateHosts: readonly PrivateHost[]): boolean {
  const host = bareHost(url.hostname);
  return privateHosts.some(
    (allowed) => isSameHost(bareHost(allowed.host), host) && allowed.port === portOf(url),
  );
}

/**
 * Checks a URL and chooses its access.
 * @throws OutgoingError `blocked`, with `sent: false`
 */
export function routeOf(address: string | URL, policy: RoutePolicy): OutgoingRoute {
  const url = parsed(address);
  const blocked = (why: string) => new OutgoingError('blocked', false, url.host, why);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    throw blocked(`an address must begin with http: or https:, not ${url.protocol}`);
  if (url.username !== '' || url.password !== '') throw blocked('an address with a user name is not allowed');
  if (isSandboxHost(url.hostname)) {
    if (policy.sandboxPort === null) throw blocked('the sandbox is off');
    return { access: 'sandbox', url, origin: `http://127.0.0.1:${String(policy.sandboxPort)}` };
  }
  if (isAllowedPrivateHost(url, policy.privateHosts)) return { access: 'private', url, origin: url.origin };
  if (url.protocol === 'http:') url.protocol = 'https:';
  const allowPort = policy.allowPort ?? ((port) => port === 443 || port >= FIRST_UNRESERVED_PORT);
  if (!allowPort(portOf(url))) throw blocked(`port ${String(portOf(url))} is not allowed`);
  return { access: 'guarded', url, origin: url.origin };
}

function parsed(address: string | URL): URL {
  try {
    return new URL(address);
  } catch (cause) {
    throw new OutgoingError('blocked', false, '', 'not a web address', { cause });
  }
}
