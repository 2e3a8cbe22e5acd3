import {
  AmbiguousError,
  ConcurrencyError,
  RetryableError,
  StreamDeletedError,
  TooLargeError,
} from '@posthorn/event-sourcing/event-store';

// Said by the transport before anything was sent, or by discovery.
const NEVER_SENT =
  /No connection established|Name resolution failed|Failed to discover|Channel has been shut down/;
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** The client's name for what happened; a raw gRPC error has none. */
export function typeOf(error: unknown): string | undefined {
  return textOf(error, 'type');
}

/** What a failed append means to its caller. What cannot be told apart may have been stored. */
export function appendFailure(stream: string, error: unknown): Error {
  const cause = { cause: error };
  switch (typeOf(error)) {
    case 'wrong-expected-version':
      return new ConcurrencyError(stream, actualOf(error), cause);
    case 'stream-deleted':
      return new StreamDeletedError(`The stream ${stream} is deleted`, cause);
    case 'maximum-append-size-exceeded':
      return new TooLargeError('The server refuses an append of this size', cause);
    case 'not-leader':
      return new RetryableError('The server is not the leader; the next call goes to it', cause);
    case 'access-denied':
      return new RetryableError('The server refuses this user', cause);
    case undefined:
    default:
      if (isDenied(error)) return new RetryableError('The server refuses this user', cause);
      if (wasNeverSent(error)) return new RetryableError('The server cannot be reached', cause);
      return new AmbiguousError('The server gave no answer that says whether it stored the events', cause);
  }
}

/** What a failed read means: nothing is ever stored by one. */
export function readFailure(error: unknown): Error {
  if (error instanceof RetryableError) return error;
  if (typeOf(error) === 'stream-deleted') {
    return new StreamDeletedError('The stream is deleted', { cause: error });
  }
  return new RetryableError('The event store did not answer', { cause: error });
}

function actualOf(error: unknown): 'noStream' | bigint {
  const actual = error instanceof Error && 'actualVersion' in error ? error.actualVersion : undefined;
  return typeof actual === 'bigint' && actual >= 0n ? actual : 'noStream';
}

const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && NEVER_SENT.test(`${error.message} ${textOf(error, 'details') ?? ''}`);

function isDenied(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return code === UNAUTHENTICATED || code === PERMISSION_DENIED;
}

function textOf(error: unknown, key: 'type' | 'details'): string | undefined {
  if (!(error instanceof Error) || !(key in error)) return undefined;
  const value: unknown = error[key as keyof Error];
  return typeof value === 'string' ? value : undefined;
}
