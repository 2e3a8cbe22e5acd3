import {
  AmbiguousError,
  ConcurrencyError,
  RetryableError,
  StreamDeletedError,
  TooLargeError,
} from '@posthorn/event-sourcing/event-store';

// The transport or the discovery of nodes reports these errors before anything is sent.
const NEVER_SENT =
  /No connection established|Name resolution failed|Failed to discover|Channel has been shut down/;
const UNAUTHENTICATED = 16;
const PERMISSION_DENIED = 7;

/** The client’s name of an error; a raw gRPC error has none. */
export function typeOf(error: unknown): string | undefined {
  return textOf(error, 'type');
}

/** Converts the error of a failed append to an error of the port. After an unclear failure, the events may have been stored. */
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
    case undefined:
    default: {
      const refusal = refusalOf(error);
      if (refusal) return new RetryableError(REFUSALS[refusal], cause);
      if (wasNeverSent(error)) return new RetryableError('The server cannot be reached', cause);
      return new AmbiguousError('The server gave no answer that says whether it stored the events', cause);
    }
  }
}

/**
 * Converts the error of a failed read to an error of the port. A read stores nothing, so it can be repeated unless the stream is deleted.
 */
export function readFailure(error: unknown): Error {
  if (error instanceof RetryableError) return error;
  if (typeOf(error) === 'stream-deleted') {
    return new StreamDeletedError('The stream is deleted', { cause: error });
  }
  const refusal = refusalOf(error);
  return new RetryableError(refusal ? REFUSALS[refusal] : 'The event store did not answer', { cause: error });
}

// Messages of Node and of the client: nothing listens at this address, or the name does not exist.
const NOTHING_THERE =
  /ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|Name resolution failed|Failed to discover/;

/** Whether the same call may soon succeed: the server exists and does not refuse it, but is overloaded, starts, or dropped a connection. */
export const mayAnswerSoon = (error: unknown): boolean =>
  error instanceof RetryableError && refusalOf(error) === null && !NOTHING_THERE.test(reasonOf(error));

/** The message of an error and of its causes, in one line. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  const [first = ''] = error.message.split('\n');
  const cause = reasonOf(error.cause);
  return cause === '' ? first : `${first}: ${cause}`;
}

/** Refusals that waiting does not fix: the server, or our own check, refuses before anything is done. */
export type ServerRefusal = 'user' | 'right' | 'certificate';

const REFUSALS: Readonly<Record<ServerRefusal, string>> = {
  user: 'The server refuses this user and password',
  right: 'The server does not let this user do that',
  certificate: 'The certificate of the server is not trusted',
};
// Messages of Node, in the details of a failed connection, about an untrusted certificate.
const UNTRUSTED = /self[- ]signed certificate|unable to (?:verify|get) |certificate has expired|altnames/i;

/** The refusal that this error, or one of its causes, reports; null: it is not a refusal. */
export function refusalOf(error: unknown): ServerRefusal | null {
  if (!(error instanceof Error)) return null;
  const code = 'code' in error ? error.code : undefined;
  if (code === UNAUTHENTICATED) return 'user';
  if (code === PERMISSION_DENIED || typeOf(error) === 'access-denied') return 'right';
  if (UNTRUSTED.test(error.message)) return 'certificate';
  return refusalOf(error.cause);
}

function actualOf(error: unknown): 'noStream' | bigint {
  const actual = error instanceof Error && 'actualVersion' in error ? error.actualVersion : undefined;
  return typeof actual === 'bigint' && actual >= 0n ? actual : 'noStream';
}

const wasNeverSent = (error: unknown): boolean =>
  error instanceof Error && NEVER_SENT.test(`${error.message} ${textOf(error, 'details') ?? ''}`);

function textOf(error: unknown, key: 'type' | 'details'): string | undefined {
  if (!(error instanceof Error) || !(key in error)) return undefined;
  const value: unknown = error[key as keyof Error];
  return typeof value === 'string' ? value : undefined;
}
