import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { REQUESTS } from './budgets.ts';
import { XrpcError } from './client/client.ts';

/** Matches the limit for all requests from our IP address. Other limits apply to one account or one kind of call. */
const ALL_REQUESTS = new RegExp(`^${String(REQUESTS.calls)};w=${String(REQUESTS.perSeconds)}\\b`, 'u');

export const OUTCOMES = outcomesOf(XrpcError, refusal);

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: XrpcError, now: Date): Refused | Postponed | undefined {
  const { status, code, platformMessage, body } = error;
  // The session itself is valid: a renewal of the session succeeded before the app refused again.
  if (error.refusesServer || (error.isForwarded && error.refusesToken))
    return refused('server', platformMessage, true);
  if (error.closed || error.refusesToken) return refused('reconnect', platformMessage, false);
  if (error.throttles || status === 425) {
    const isServerLimit = ALL_REQUESTS.test(error.headers['ratelimit-policy'] ?? '');
    return {
      ...throttledBy(error.headers, platformMessage, now),
      ...(isServerLimit && { scope: 'server' as const }),
    };
  }
  if (status === 408 || status >= 500) return undefined;
  if (code === 'BlobNotFound') return refused('media-lost', platformMessage, true);
  if (status === 413 || code === 'PayloadTooLarge') return refused('media-rejected', platformMessage, false);
  // A proxy in front of the platform refused; the message is not the platform's.
  if (body === null) return refused('server', platformMessage, true);
  if (status === 404) return refused('not-found', platformMessage, false);
  return refused(
    /too (?:big|long)/iu.test(platformMessage ?? '') ? 'too-long' : 'rejected',
    platformMessage,
    false,
  );
}
