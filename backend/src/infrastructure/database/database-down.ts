/** Postgres error classes that mean "not now": connection lost, too many connections, shutting down, still starting. */
const SQL_STATES = /^(08|53|57P0[1-5])/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]);
/**
 * Errors while connecting over a Unix socket: the server has removed its socket, or accepts no connection at the moment because its queue is full
 * (man 2 connect). Elsewhere, for example for a file, these codes say nothing about the database.
 */
const UNIX_SOCKET = new Set(['ENOENT', 'EAGAIN']);
/** Messages of `pg` that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

/** True for an error about reaching the database, not about the statement. A later attempt may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseDown)) return true;
  if (
    'code' in error &&
    typeof error.code === 'string' &&
    (SQL_STATES.test(error.code) || NETWORK.has(error.code))
  ) {
    return true;
  }
  if (isFailedConnect(error)) return true;
  if (error instanceof Error && MESSAGES.test(error.message)) return true;
  // MikroORM wraps the driver's error.
  return 'cause' in error && isDatabaseDown(error.cause);
}

const isFailedConnect = (error: object): boolean =>
  'syscall' in error &&
  error.syscall === 'connect' &&
  'code' in error &&
  typeof error.code === 'string' &&
  UNIX_SOCKET.has(error.code);
