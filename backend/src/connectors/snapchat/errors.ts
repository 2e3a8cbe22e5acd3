import type { Postponed, Refused } from '../contract/outcome.ts';
import { outcomesOf } from '../kit/outcomes-of.ts';
import { refused, throttledBy } from '../kit/outcomes.ts';
import { SnapchatError } from './client.ts';

export const OUTCOMES = outcomesOf(SnapchatError, refusal);

/** Snapchat says that the object does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof SnapchatError && error.status === 404 && error.isFromPlatform;

/** Whether Snapchat no longer has the file. Snapchat stores a file for one day. */
export const missesMedia = ({ status, platformMessage }: SnapchatError): boolean =>
  (status === 200 || status === 400 || status === 404) &&
  /media/iu.test(platformMessage ?? '') &&
  /not found|expired|does not exist|unknown/iu.test(platformMessage ?? '');

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: SnapchatError, now: Date): Refused | Postponed | undefined {
  const { status, platformMessage, isFromPlatform } = error;
  if (status === 429 || status === 425) return throttledBy(error.headers, platformMessage, now);
  if (status === 408 || status >= 500) return undefined;
  if (!isFromPlatform) return refused('server', platformMessage, true);
  // The app is not on Snapchat's list, or this person has no role on the profile. A new login does not help.
  if (status === 403) return refused('not-allowed', platformMessage, false);
  if (missesMedia(error)) return refused('media-lost', platformMessage, true);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused(status === 404 ? 'not-found' : 'rejected', platformMessage, false);
}
