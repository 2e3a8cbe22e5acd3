import { describe, expect, it } from '@jest/globals';
import { appendFailure, mayAnswerSoon, readFailure } from './event-store-db-failure.ts';

const grpc = (code: number, details: string, extra: object = {}) =>
  Object.assign(new Error(`${String(code)} ${details}`), { code, details, ...extra });

describe('the error of a failed append', () => {
  it.each([
    ['RetryableError', grpc(14, 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:9')],
    ['RetryableError', grpc(14, 'Name resolution failed for target dns:es1:2113')],
    ['RetryableError', new Error('Failed to discover after 10 attempts.')],
    ['RetryableError', grpc(16, 'Unauthenticated')],
    ['RetryableError', grpc(7, 'Access denied')],
    ['RetryableError', grpc(5, 'Leader info available', { type: 'not-leader' })],
    ['AmbiguousError', grpc(14, 'Connection dropped')],
    ['AmbiguousError', grpc(14, 'read ECONNRESET', { type: 'unavailable' })],
    ['AmbiguousError', grpc(4, 'Deadline exceeded')],
    ['AmbiguousError', grpc(2, 'Server is too busy', { type: 'unknown' })],
    ['AmbiguousError', grpc(13, 'internal')],
    ['AmbiguousError', 'not even an error'],
    ['TooLargeError', grpc(3, 'too big', { type: 'maximum-append-size-exceeded' })],
    ['StreamDeletedError', grpc(9, 'deleted', { type: 'stream-deleted' })],
  ])('is %s for %s', (name, error) => {
    expect(appendFailure('post-1', error)).toMatchObject({ name });
  });

  it.each([
    ['no_stream', 'noStream'],
    [4n, 4n],
  ])('reports the revision of the stream: %s', (actualVersion, actual) => {
    const error = grpc(9, 'wrong', { type: 'wrong-expected-version', actualVersion });
    expect(appendFailure('post-1', error)).toMatchObject({
      name: 'ConcurrencyError',
      stream: 'post-1',
      actual,
    });
  });
});

it.each([
  ['The server refuses this user and password', grpc(16, 'Authentication Failed', { type: 'access-denied' })],
  ['The server refuses this user and password', grpc(16, 'Authentication Failed')],
  ['The server does not let this user do that', grpc(7, 'Access Denied', { type: 'access-denied' })],
  [
    'The certificate of the server is not trusted',
    grpc(14, 'No connection established. Last error: Error: unable to verify the first certificate'),
  ],
  [
    'The certificate of the server is not trusted',
    grpc(14, 'No connection established. Last error: Error: self-signed certificate in certificate chain'),
  ],
  [
    'The certificate of the server is not trusted',
    grpc(
      14,
      "Last error: Error: Hostname/IP does not match certificate's altnames: IP: 10.0.0.1 is not in the cert's list",
    ),
  ],
  ['The event store did not answer', grpc(14, 'Connection dropped')],
])('classifies an error as "%s"', (sentence, error) => {
  expect(readFailure(error).message).toContain(sentence);
});

it('never reports a failed read as ambiguous', () => {
  expect(readFailure(grpc(14, 'Connection dropped'))).toMatchObject({ name: 'RetryableError' });
  expect(readFailure(grpc(9, 'deleted', { type: 'stream-deleted' }))).toMatchObject({
    name: 'StreamDeletedError',
  });
});

it.each([
  [true, grpc(14, 'Connection dropped')],
  [true, grpc(4, 'Deadline exceeded')],
  [true, grpc(14, 'No connection established. Last error: null')],
  [false, grpc(14, 'No connection established. Last error: connect ECONNREFUSED 127.0.0.1:9')],
  [false, grpc(14, 'Name resolution failed for target dns:es1:2113')],
  [false, new Error('Failed to discover after 10 attempts.')],
  [false, grpc(16, 'Unauthenticated')],
])('reports whether the same call may succeed soon: %s for %s', (isSoon, error) => {
  expect(mayAnswerSoon(readFailure(error))).toBe(isSoon);
  expect(mayAnswerSoon(error)).toBe(false);
});
