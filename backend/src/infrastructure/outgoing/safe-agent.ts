import dns from 'node:dns';
import net from 'node:net';
import { Agent, buildConnector } from 'undici';
import { isPublicAddress } from './addresses.ts';
import { bareHost } from './outgoing-route.ts';

export type Resolve = (
  host: string,
  options: dns.LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, addresses: dns.LookupAddress[]) => void,
) => void;
export type AgentPolicy = Readonly<{
  allow?: (ip: string) => boolean;
  resolve?: Resolve;
  connectTimeoutMs?: number;
  /** Trusted root certificates, instead of the default ones; for specs with their own certificate. */
  ca?: string;
}>;

/** Thrown by the connector of undici, which opens the connections. The class distinguishes this error from a network failure. */
export class AddressBlocked extends Error {
  override readonly name = 'AddressBlocked';
}

const CONNECTIONS = 32;
/** DNS errors that `checkHost` ignores. The name may exist later, and each connection looks the name up again. */
const NO_ANSWER: ReadonlySet<string | undefined> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENODATA',
  'ESERVFAIL',
]);
const blocked = (host: string) => new AddressBlocked(`${host} is not a public address`);

/**
 * Connects to public IP addresses only. It makes three checks at the connection itself, so they cover redirects and names whose IP addresses change. It
 * checks a literal IP address, all IP addresses that a look-up returns, and the one to which the socket is really connected.
 */
export function guardedAgent(policy: AgentPolicy = {}, keepAlive = true): Agent {
  const { allow = isPublicAddress, resolve = dns.lookup, connectTimeoutMs = 5_000, ca } = policy;
  const lookup: net.LookupFunction = (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, list) => {
      if (error) {
        done(error, []);
        return;
      }
      const [first] = list;
      // One bad IP address blocks the name, because a mixed list is a known way around such a guard.
      if (!first || list.some(({ address }) => !allow(address))) done(blocked(host), []);
      else if (options.all === true) done(null, list);
      else done(null, first.address, first.family);
    });
  };
  const base = buildConnector({ timeout: connectTimeoutMs, lookup, allowH2: false, ...(ca && { ca }) });
  return new Agent({
    connections: CONNECTIONS,
    pipelining: keepAlive ? 1 : 0,
    allowH2: false,
    connect: (options, done) => {
      const host = bareHost(options.hostname);
      if (net.isIP(host) !== 0 && !allow(host)) {
        done(blocked(host), null);
        return;
      }
      base(options, (...[error, socket]) => {
        if (error) done(error, null);
        else if (!allow(socket.remoteAddress ?? '')) {
          socket.destroy();
          done(blocked(host), null);
        } else done(null, socket);
      });
    },
  });
}

/**
 * Checks a host without a connection, for a URL that is only stored. The result may change, because a name can get other IP addresses.
 * @throws AddressBlocked
 */
export async function checkHost(
  host: string,
  { allow = isPublicAddress, resolve = dns.lookup }: Pick<AgentPolicy, 'allow' | 'resolve'>,
): Promise<void> {
  if (net.isIP(host) !== 0) {
    if (!allow(host)) throw blocked(host);
    return;
  }
  await new Promise<void>((done, fail) => {
    resolve(host, { all: true }, (error, list) => {
      if (error && !NO_ANSWER.has(error.code)) fail(error);
      else if (!error && list.some(({ address }) => !allow(address))) fail(blocked(host));
      else done();
    });
  });
}

/** An agent without checks, for hosts that the operator listed, and for the sandbox of this machine. */
export const unguardedAgent = (keepAlive = true): Agent =>
  new Agent({
    connections: CONNECTIONS,
    pipelining: keepAlive ? 1 : 0,
    allowH2: false,
    connectTimeout: 5_000,
  });
