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
  /** Extra trusted roots; for specs with a certificate of their own. */
  ca?: string;
}>;

/** Thrown inside the connector; told apart from a network failure by its class. */
export class AddressBlocked extends Error {
  override readonly name = 'AddressBlocked';
}

const CONNECTIONS = 32;
/** A name that is not known now may be later on: the connection looks it up anew. */
const NO_ANSWER: ReadonlySet<string | undefined> = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENODATA',
  'ESERVFAIL',
]);
const blocked = (host: string) => new AddressBlocked(`${host} is not a public address`);

/**
 * Connects to public addresses only. Checked three times at the connection itself, so that redirects and names that
 * change their answer meet the check too: a literal address (never looked up), every answer of a look-up, and the
 * address the socket really reached.
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
      // One bad answer spoils all: a mixed list is how a guard is led past.
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
 * The same check ahead of any connection, for an address that is only kept. It proves nothing for later: names change their answers.
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

/** For addresses that the operator listed, and for the sandbox of this machine: no check at all. */
export const openAgent = (keepAlive = true): Agent =>
  new Agent({
    connections: CONNECTIONS,
    pipelining: keepAlive ? 1 : 0,
    allowH2: false,
    connectTimeout: 5_000,
  });
