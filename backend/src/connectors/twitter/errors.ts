import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import type { JsonValue } from '@posthorn/event-sourcing/event-store';
import type { Postponed, Refused } from '../contract/outcome.ts';
import { at, textOf } from '../kit/json.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { outcomesOf, refusing } from '../kit/outcomes-of.ts';
import { TwitterError } from './client/client.ts';

export const OUTCOMES = outcomesOf(TwitterError, refusal);

/** For reading: what X does not show to this account ends no login. */
export const READ_OUTCOMES = refusing(
  (error) =>
    error instanceof TwitterError && error.status === 403 && error.spoken
      ? refused('not-allowed', error.words, false)
      : null,
  OUTCOMES,
);

/** X says that there is no such post. */
export const isMissing = (error: unknown): boolean =>
  error instanceof TwitterError && error.status === 404 && error.spoken;

/** The files of a post are gone: each lives a day or so, and X does not say which of them it misses. */
export const missesMedia = ({ status, words }: TwitterError): boolean =>
  (status === 400 || status === 404) && /media.?(?:id|_ids)/iu.test(words ?? '');

/** Of a problem beside an answer that has succeeded: what is not found; what is not for us has another one. */
export const saysGone = (problem: JsonValue): boolean =>
  textOf(at(problem, 'type'))?.endsWith('/resource-not-found') === true;

/** Undefined: the server failed, and nobody knows how far it came. */
function refusal(error: TwitterError, now: Date): Refused | Postponed | undefined {
  const { status, words, spoken } = error;
  if (status === 429 || status === 425) return throttled(error, now);
  if (status === 408 || status >= 500) return undefined;
  if (!spoken) return refused('server', words, true);
  // Not the creator's fault and not to be cured by waiting: whoever runs this server buys credits at X.
  if (status === 402) return refused('credits', words, false);
  if (status === 404) return refused('not-found', words, false);
  if (status === 413) return refused('media-rejected', words, false);
  return refused(reasonIn(error), words, missesMedia(error));
}

function reasonIn(error: TwitterError): ConnectorReason {
  const words = error.words ?? '';
  if (missesMedia(error)) return 'media-lost';
  // A hint that the post may be there, which a look-up proves.
  if (error.status === 403 && /duplicate/iu.test(words)) return 'duplicate';
  if (/too long|shorter/iu.test(words)) return 'too-long';
  if (/video|image|media/iu.test(words)) return 'media-rejected';
  return 'rejected';
}

/** A day's limit shows in headers of its own; the one of 15 minutes is full of room then. */
const DAYS = [
  ['x-app-limit-24hour', 'app'],
  ['x-user-limit-24hour', 'account'],
] as const;

function throttled({ type, headers, words }: TwitterError, now: Date): Refused | Postponed {
  if (/usage.?cap/iu.test(`${type ?? ''} ${words ?? ''}`)) return refused('quota', words, false);
  for (const [name, scope] of DAYS) {
    if (headers[`${name}-remaining`] !== '0') continue;
    const reset = { ...headers, 'x-rate-limit-reset': headers[`${name}-reset`] ?? '' };
    return { ...throttledBy(reset, words, now), scope };
  }
  return throttledBy(headers, words, now);
}
