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
 * Codes of `connect` on a Unix socket (man 2 connect). ENOENT: the server has removed its socket. EAGAIN: its queue is full. For other system
 * calls, these codes say nothing about the database.
 */
const UNIX_SOCKET = new Set(['ENOENT', 'EAGAIN']);
/** Messages of `pg` that have no code. */
const MESSAGES =
  /^(Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error)/;

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

const codeOf = (error: object): string =>
  'code' in error && typeof error.code === 'string' ? error.code : '';
