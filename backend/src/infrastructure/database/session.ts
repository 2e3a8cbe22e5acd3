import type { ClientConfig } from 'pg';

type SessionConfig = ClientConfig & Readonly<{ connectionTimeoutMillis: number }>;

/** A connection attempt ends after this time: a host that drops packets never responds. */
const CONNECT_MILLISECONDS = 5_000;
/** The server ends a statement that takes longer. The client gives up a little later, when the server is silent. */
const STATEMENT_MILLISECONDS = 20_000;
const SILENT_SERVER_MILLISECONDS = 25_000;
/** After this time both sides probe an idle connection. Node probes each second, ten times. */
const IDLE_BEFORE_PROBES_SECONDS = 8;

/**
 * Probes from the server's side. It notices a vanished host after 8 + 3 x 3 seconds, even during a transfer. It then frees what the host's sessions
 * held (locks, open transactions). The system's default would take two hours.
 * https://www.postgresql.org/docs/current/runtime-config-connection.html#GUC-TCP-KEEPALIVES-IDLE
 */
const PROBES = {
  tcp_keepalives_idle: String(IDLE_BEFORE_PROBES_SECONDS),
  tcp_keepalives_interval: '3',
  tcp_keepalives_count: '3',
  tcp_user_timeout: '17000',
} as const;

/**
 * Returns the options that every database session of the product needs.
 * @param name shown in `pg_stat_activity.application_name`, after the product's
 */
export function session(url: string, name = ''): SessionConfig {
  const settings = { timezone: 'UTC', idle_in_transaction_session_timeout: '60000', ...PROBES };
  return {
    // Other code recognizes a running product by its session names, so no URL may change them.
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

/** The options for requests and work, with a limit for the time of a statement. */
export const sessionWithTimeouts = (url: string): SessionConfig => ({
  ...session(url),
  statement_timeout: STATEMENT_MILLISECONDS,
  query_timeout: SILENT_SERVER_MILLISECONDS,
});
