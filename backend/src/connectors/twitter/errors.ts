import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { at, textOf } from '../kit/json.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { outcomesOf, refusing } from '../kit/outcomes-of.ts';
import { TwitterError } from './client/client.ts';

export const OUTCOMES = outcomesOf(TwitterError, refusal);

/** For reading: when X does not show a post to this account, the login stays valid. */
export const READ_OUTCOMES = refusing(
  (error) =>
    error instanceof TwitterError && error.status === 403 && error.spoken
      ? refused('not-allowed', error.platformMessage, false)
      : null,
  OUTCOMES,
);

/** X says that there is no such post. */
export const isMissing = (error: unknown): boolean =>
  error instanceof TwitterError && error.status === 404 && error.spoken;

/** Files of a post are deleted. Each lives about a day, and X does not name the missing ones. */
export const missesMedia = ({ status, platformMessage }: TwitterError): boolean =>
  (status === 400 || status === 404) && /media.?(?:id|_ids)/iu.test(platformMessage ?? '');

/** Whether a problem in a successful answer means that the post is not found; a post that we may not read has another problem. */
export const saysGone = (problem: JsonValue): boolean =>
  textOf(at(problem, 'type'))?.endsWith('/resource-not-found') === true;

/** Undefined: the server failed, and it is unknown how far the call got. */
function refusal(error: TwitterError, now: Date): Refused | Postponed | undefined {
  const { status, platformMessage, spoken } = error;
  if (status === 429 || status === 425) return throttled(error, now);
  if (status === 408 || status >= 500) return undefined;
  if (!spoken) return refused('server', platformMessage, true);
  // The user cannot solve this, and waiting does not help: the operator buys credits at X.
  if (status === 402) return refused('credits', platformMessage, false);
  if (status === 404) return refused('not-found', platformMessage, false);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused(reasonIn(error), platformMessage, missesMedia(error));
}

function reasonIn(error: TwitterError): ConnectorReason {
  const platformMessage = error.platformMessage ?? '';
  if (missesMedia(error)) return 'media-lost';
  // A hint that the post may exist; a look-up proves it.
  if (error.status === 403 && /duplicate/iu.test(platformMessage)) return 'duplicate';
  if (/too long|shorter/iu.test(platformMessage)) return 'too-long';
  if (/video|image|media/iu.test(platformMessage)) return 'media-rejected';
  return 'rejected';
}

/** A daily limit has separate headers; those of the 15 minutes then show free calls. */
const DAYS = [
  ['x-app-limit-24hour', 'app'],
  ['x-user-limit-24hour', 'account'],
] as const;

function throttled({ type, headers, platformMessage }: TwitterError, now: Date): Refused | Postponed {
  if (/usage.?cap/iu.test(`${type ?? ''} ${platformMessage ?? ''}`))
    return refused('quota', platformMessage, false);
  for (const [name, scope] of DAYS) {
    if (headers[`${name}-remaining`] !== '0') continue;
    const reset = { ...headers, 'x-rate-limit-reset': headers[`${name}-reset`] ?? '' };
    return { ...throttledBy(reset, platformMessage, now), scope };
  }
  return throttledBy(headers, platformMessage, now);
}
