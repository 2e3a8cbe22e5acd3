import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { at, textOf } from '../kit/json.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { outcomesOf, withKnownRefusals } from '../kit/outcomes-of.ts';
import { TwitterError } from './client/client.ts';

export const OUTCOMES = outcomesOf(TwitterError, refusal);

/** Outcomes of reading. If X does not show a post to this account, the login stays valid. */
export const READ_OUTCOMES = withKnownRefusals(
  (error) =>
    error instanceof TwitterError && error.status === 403 && error.isFromPlatform
      ? refused('not-allowed', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/** X says that the post does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof TwitterError && error.status === 404 && error.isFromPlatform;

/** X says that files of a post no longer exist. A file exists for about a day. X does not say which files are missing. */
export const missesMedia = ({ status, platformMessage }: TwitterError): boolean =>
  (status === 400 || status === 404) && /media.?(?:id|_ids)/iu.test(platformMessage ?? '');

/**
 * Whether a problem in a successful response means that the post does not exist. For a post that we may not read, the problem has
 * a different type.
 */
export const saysGone = (problem: JsonValue): boolean =>
  textOf(at(problem, 'type'))?.endsWith('/resource-not-found') === true;

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: TwitterError, now: Date): Refused | Postponed | undefined {
  const { status, platformMessage, isFromPlatform } = error;
  if (status === 429 || status === 425) return throttled(error, now);
  if (status === 408 || status >= 500) return undefined;
  if (!isFromPlatform) return refused('server', platformMessage, true);
  // Neither the user nor waiting can solve this: the operator must buy credits at X.
  if (status === 402) return refused('credits', platformMessage, false);
  if (status === 404) return refused('not-found', platformMessage, false);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused(reasonIn(error), platformMessage, missesMedia(error));
}

function reasonIn(error: TwitterError): ConnectorReason {
  const platformMessage = error.platformMessage ?? '';
  if (missesMedia(error)) return 'media-lost';
  // This is only a hint that the post may exist. A look-up decides.
  if (error.status === 403 && /duplicate/iu.test(platformMessage)) return 'duplicate';
  if (/too long|shorter/iu.test(platformMessage)) return 'too-long';
  if (/video|image|media/iu.test(platformMessage)) return 'media-rejected';
  return 'rejected';
}

/** Daily limits have separate headers. When a daily limit is reached, the headers of the 15-minute limit still show free calls. */
const DAILY_LIMITS = [
  ['x-app-limit-24hour', 'app'],
  ['x-user-limit-24hour', 'account'],
] as const;

function throttled({ type, headers, platformMessage }: TwitterError, now: Date): Refused | Postponed {
  if (/usage.?cap/iu.test(`${type ?? ''} ${platformMessage ?? ''}`))
    return refused('quota', platformMessage, false);
  for (const [name, scope] of DAILY_LIMITS) {
    if (headers[`${name}-remaining`] !== '0') continue;
    const reset = { ...headers, 'x-rate-limit-reset': headers[`${name}-reset`] ?? '' };
    return { ...throttledBy(reset, platformMessage, now), scope };
  }
  return throttledBy(headers, platformMessage, now);
}
