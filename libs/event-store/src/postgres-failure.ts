import { AmbiguousError, NotStorableError, RetryableError } from '@posthorn/event-sourcing/event-store';

// Classes of SQLSTATE after which the statement was certainly rolled back and may be sent again. They stand for conflicts, lack of
// resources, a read-only server, a cancelled statement, and a log that does not exist yet.
const ROLLED_BACK = /^(40|53|25|55|57014)/;
const NOT_ENCODABLE = /^(22|54)/;
// Classes of SQLSTATE for a server that shuts down and for a broken connection.
const GONE = /^(08|57P)/;

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Node’s own codes are longer, as ECONNRESET, or begin with E, as EPIPE.
  return /^[0-9A-Z]{5}$/.test(error.code) && !error.code.startsWith('E') ? error.code : undefined;
}

/** SQLSTATE of a server that only reads: during a failover, a new connection may still lead to it. */
const ONLY_READS = '25006';

/** Whether a new connection may succeed where this one fails: it broke, or it leads to a server that takes no writes. */
export const isConnectionUseless = (error: unknown): boolean =>
  isConnectionLoss(error) || sqlState(error) === ONLY_READS;

/** Whether the connection broke. False: the server refused the statement. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || GONE.test(state);
}

/** Converts the error of an append that was sent to an error of the port. Other errors stay as they are. */
export function appendFailure(error: unknown): unknown {
  const state = sqlState(error);
  if (state === undefined || GONE.test(state)) {
    return new AmbiguousError('The connection broke before the answer came', { cause: error });
  }
  if (ROLLED_BACK.test(state)) return new RetryableError('The database took nothing', { cause: error });
  if (NOT_ENCODABLE.test(state))
    return new NotStorableError('The database cannot store it', { cause: error });
  return error;
}
