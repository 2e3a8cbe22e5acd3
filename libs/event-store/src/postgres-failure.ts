import { AmbiguousError, NotStorableError, RetryableError } from '@posthorn/event-sourcing/event-store';

// Classes of SQLSTATE after which the statement was certainly rolled back and may be sent again. They are conflicts, lack of resources,
// a read-only server, a cancelled statement, and a log that does not exist yet.
const ROLLED_BACK = /^(40|53|25|55|57014)/;
const NOT_ENCODABLE = /^(22|54)/;
// The server went down: it said so, or the connection broke.
const GONE = /^(08|57P)/;

function sqlState(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error) || typeof error.code !== 'string') return undefined;
  // Node’s own codes, as ECONNRESET, are longer or contain other letters.
  return /^[0-9A-Z]{5}$/.test(error.code) && !error.code.startsWith('E') ? error.code : undefined;
}

/** Whether the connection died, rather than the server refused. */
export function isConnectionLoss(error: unknown): boolean {
  const state = sqlState(error);
  return state === undefined || GONE.test(state);
}

/** What a failed append means to its caller, after the statement had been sent. */
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
