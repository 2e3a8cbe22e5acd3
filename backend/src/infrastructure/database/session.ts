import type { ClientConfig } from 'pg';

type SessionConfig = ClientConfig & Readonly<{ connectionTimeoutMillis: number }>;

/** A connection that cannot be made by then is not made: a host that swallows packets gives no answer at all. */
const CONNECT_MILLISECONDS = 5_000;
/** The server ends a statement that takes longer; the client gives one up a little later, when the server is silent. */
const STATEMENT_MILLISECONDS = 20_000;
const SILENT_SERVER_MILLISECONDS = 25_000;
/** From here on an idle connection is probed by either side. Node probes each second, ten times. */
const IDLE_BEFORE_PROBES_SECONDS = 8;

/**
 * Probes from the server's side: a host that vanished is noticed after 8 + 3 x 3 seconds, also while something is on its
 * way to it, and what its sessions held (locks, open transactions) is free. Left to the system it would take two hours.
 * https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-TCP-KEEPALIVES-IDLE
 */
const PROBES = {
  tcp_keepalives_idle: String(IDLE_BEFORE_PROBES_SECONDS),
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '17000',
} as const;

/**
 * How every session of ours is opened.
 * @param name shown in `pg_stat_activity.application_name`, after the product's
 */
export function session(url: string, name = ''): SessionConfig {
  const settings = { timezone: 'UTC', idle_in_transaction_session_timeout: '60000', ...PROBES };
  return {
    // Whether the product runs is seen by the names of its sessions: no address may change them.
    connectionString: url.replace(/([?&])application_name=[^&]*&?/u, '$1'),
    connectionTimeoutMillis: CONNECT_MILLISECONDS,
    keepAlive: true,
    keepAliveInitialDelayMillis: IDLE_BEFORE_PROBES_SECONDS * 1_000,
    options: Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
    application_name: name === '' ? 'posthorn' : `posthorn ${name}`,
  };
}

/** The same for requests and work: no statement of theirs may take longer than this. */
export const sessionWithTimeouts = (url: string): SessionConfig => ({
  ...session(url),
  statement_timeout: STATEMENT_MILLISECONDS,
  query_timeout: SILENT_SERVER_MILLISECONDS,
});
