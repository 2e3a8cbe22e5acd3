import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { postponed, refused, throttledBy } from '../kit/outcomes.ts';
import { LinkedInError } from './client.ts';

const PROCESSING_WAIT_MS = 10_000;
/** For an operator to choose another version; no try is used meanwhile. */
const VERSION_WAIT_MS = 15 * 60_000;

export const OUTCOMES = outcomesOf(LinkedInError, refusal);

/** The identical content is there already; the words name it. */
export const isDuplicate = ({ status, code, words }: LinkedInError): boolean =>
  code === 'DUPLICATE_POST' || (status === 422 && /duplicate/iu.test(words ?? ''));

/** A file that LinkedIn took and could not make anything of. */
export const isMediaFailure = ({ code }: LinkedInError): boolean => code === 'MEDIA_ASSET_PROCESSING_FAILED';

/** A file that was not made whole, yet or ever. */
export const isWithoutBytes = ({ code }: LinkedInError): boolean => code === 'MEDIA_ASSET_WAITING_UPLOAD';

/** A refusal of what was asked, not of who asked or how often. */
export const isDefinite = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError &&
  error.spoken &&
  error.status >= 400 &&
  error.status < 500 &&
  error.status !== 429;

/** A permission or a role is missing for this. */
export const isDenied = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError && error.spoken && error.status === 403;

/** LinkedIn says that there is no such post or comment. */
export const isGone = (error: unknown): boolean =>
  error instanceof LinkedInError && error.spoken && (error.status === 404 || error.status === 410);

/** There is nothing at this address, or nobody may ask there. */
export const isNotShown = (error: unknown): error is LinkedInError =>
  error instanceof LinkedInError && [400, 404, 405, 410].includes(error.status);

/** Undefined: the server failed, and nobody knows how far it came. */
function refusal(error: LinkedInError, now: Date): Refused | Postponed | undefined {
  const { status, code, words, spoken } = error;
  const after = (millis: number) => new Date(now.getTime() + millis);
  if (status === 429) return throttled(error, now);
  if (status === 408 || status >= 500) return undefined;
  if (status === 426) return postponed('api-version', words, after(VERSION_WAIT_MS));
  if (!spoken) return refused('server', words, true);
  if (isDuplicate(error)) return refused('duplicate', words, false);
  if (isMediaFailure(error)) return refused('media-lost', words, true);
  if (isWithoutBytes(error)) return postponed('processing', words, after(PROCESSING_WAIT_MS));
  if (code === 'FIELD_LENGTH_TOO_LONG') return refused('too-long', words, false);
  if (status === 409) return refused('conflict', words, true);
  if (status === 404 || status === 410) return refused('not-found', words, false);
  return refused('rejected', words, false);
}

/** Budgets of a day end at midnight UTC; LinkedIn sends no header that says so, only its words. */
function throttled({ words, headers }: LinkedInError, now: Date): Postponed {
  const isDaily = /\bday\b|daily/iu.test(words ?? '');
  const midnight = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
  const scope = /application/iu.test(words ?? '') ? 'app' : 'account';
  if (!isDaily) return { ...throttledBy(headers, words, now), scope };
  return { ...postponed('rate-limit', words, midnight), isNamed: true, scope };
}
