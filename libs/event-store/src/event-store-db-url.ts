/** A checked URL of an EventStoreDB or KurrentDB server. */
export type EventStoreDbUrl = Readonly<{
  /** The URL for the client. It contains the password: never print it. */
  url: string;
  username: string;
  password: string;
  /** The URL without credentials, for messages. */
  address: string;
  /** The hosts as in the URL, with their ports. */
  hosts: readonly string[];
  /** True when one DNS name stands for all nodes (`esdb+discover`). */
  isDiscovered: boolean;
  tls: boolean;
}>;

// The client ignores case, `-` and `_` in keys. It prints an unknown option together with the whole URL, including the password. So
// this module refuses unknown options itself.
const OPTIONS = new Set([
  ...['usercertfile', 'userkeyfile', 'maxdiscoverattempts', 'connectionname', 'defaultdeadline'],
  ...['discoveryinterval', 'gossiptimeout', 'nodepreference', 'tls', 'tlscafile'],
  ...['keepaliveinterval', 'keepalivetimeout'],
]);
const REFUSED = new Map([
  ['throwonappendfailure', 'with it a refused append would pass for a stored one'],
  ['tlsverifycert', 'the client ignores it; name the certificate of a private authority with tlsCAFile'],
]);
/**
 * Seconds that a node has to report the leader, unless the URL sets this limit. With the client’s default of five seconds, a frozen node
 * would delay the client for longer than an election.
 */
const GOSSIP_SECONDS = 1;
const SHAPE = /^(esdb(?:\+discover)?):\/\/(?:([^:@/?]+):([^@/?]+)@)?([^@/?]+)\/?(?:\?(.*))?$/;

/** @throws Error with a sentence for the operator, without the password */
export function parseEventStoreDbUrl(url: string): EventStoreDbUrl {
  const scheme = /^([^:/]*):\/\//.exec(url)?.[1];
  if (scheme !== 'esdb' && scheme !== 'esdb+discover') {
    throw new Error(
      `EVENTSTORE_URL must begin with esdb:// or esdb+discover://${scheme ? `, not ${scheme}://` : ''}`,
    );
  }
  const match = SHAPE.exec(url.trim());
  // An unencoded special character ends the password early. Messages must not show the rest of the password as a host or an option.
  const isWhole =
    match !== null && !/[@?]/.test(match[5] ?? '') && isDecodable(match[2]) && isDecodable(match[3]);
  if (!isWhole) {
    throw new Error(
      'EVENTSTORE_URL must read esdb://user:password@host:2113?tls=true, special characters percent-encoded',
    );
  }
  const [, , user, secret, hosts = '', query = ''] = match;
  // Observed: client 6.2.1 never asks the other hosts.
  if (scheme === 'esdb+discover' && hosts.includes(',')) {
    throw new Error(
      `EVENTSTORE_URL: esdb+discover:// uses only the first of several hosts: name them as esdb://${hosts}`,
    );
  }
  const options = new Map(query.split('&').filter(Boolean).map(parseOption));
  for (const [key, name] of [...options].map(([key, { name }]) => [key, name] as const)) {
    const reason = REFUSED.get(key);
    if (reason) throw new Error(`EVENTSTORE_URL must not carry ${name}: ${reason}`);
    if (!OPTIONS.has(key)) throw new Error(`EVENTSTORE_URL carries an unknown option: ${name}`);
  }
  const tls = options.get('tls')?.value !== 'false';
  if (tls && (user === undefined || secret === undefined)) {
    throw new Error('EVENTSTORE_URL needs a user and a password, unless it says tls=false');
  }
  return {
    url: options.has('gossiptimeout') ? url.trim() : withGossipTimeout(url.trim()),
    // Without credentials, the client would use its batch call. It does not send credentials over plain connections.
    username: decodeURIComponent(user ?? 'nobody'),
    password: decodeURIComponent(secret ?? 'nothing'),
    address: `${scheme}://${hosts} (${tls ? 'tls' : 'no tls'})`,
    hosts: hosts.split(','),
    isDiscovered: scheme === 'esdb+discover',
    tls,
  };
}

function isDecodable(text: string | undefined): boolean {
  try {
    decodeURIComponent(text ?? '');
    return true;
  } catch {
    return false;
  }
}

const withGossipTimeout = (url: string): string =>
  `${url.replace(/[?&]$/, '')}${/\?./.test(url) ? '&' : '?'}gossipTimeout=${String(GOSSIP_SECONDS)}`;

function parseOption(text: string): [string, { name: string; value: string }] {
  const [name = '', value = ''] = text.split('=');
  return [name.toLowerCase().replace(/[-_\s]/g, ''), { name, value: value.trim().toLowerCase() }];
}
