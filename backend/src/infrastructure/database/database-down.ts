/**
 * Postgres error classes that mean "not now": connection lost, too many connections, shutting down, still starting, only reading during a
 * failover.
 */
const SQL_STATES = /^(08|25006|53|57P0[1-5])/;
/** Postgres error classes of a statement that other work disturbed: a deadlock, a lock that is held for too long, a time limit. */
const DISTURBED = /^(40|55P03|57014)/;
const NETWORK = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ENOTFOUND',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'EAI_AGAIN',
]);
/**
 * Codes of `connect` on a Unix socket (man 2 connect). ENOENT: the server has removed its socket. EAGAIN: its queue is full. For other system
 * calls, these codes say nothing about the database.
 */
const UNIX_SOCKET = new Set(['ENOENT', 'EAGAIN']);
/** Messages of `pg` that have no code. */
const MESSAGES =
  /^(Connection terminated|Query read timeout|timeout e(xpired|xceeded when trying to connect)|Client (has encountered a connection error|was closed and is not queryable))/;

/** True for an error about reaching the database, not about the statement. A later attempt may succeed. */
export function isDatabaseDown(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  if (error instanceof AggregateError && error.errors.some(isDatabaseDown)) return true;
  const code = codeOf(error);
  if (SQL_STATES.test(code) || NETWORK.has(code)) return true;
  if (UNIX_SOCKET.has(code) && 'syscall' in error && error.syscall === 'connect') return true;
  if (error instanceof Error && MESSAGES.test(error.message)) return true;
  // MikroORM wraps the driver's error.
  return 'cause' in error && isDatabaseDown(error.cause);
}

/** True for an error of a statement that was rolled back because of other work. The same statement may succeed when it is repeated. */
export function wasDisturbed(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  return DISTURBED.test(codeOf(error)) || ('cause' in error && wasDisturbed(error.cause));
}

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';
