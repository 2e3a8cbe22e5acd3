import type { Postponed, Refused } from '../contract/outcome.ts';
import { postponed, refused, throttledBy } from '../kit/outcomes.ts';
import { outcomesOf, withKnownRefusals } from '../kit/outcomes-of.ts';
import { MastodonError } from './client/client.ts';

const PROCESSING_WAIT_MS = 10_000;

export const OUTCOMES = outcomesOf(MastodonError, refusal);

/** Whether the server itself refused the token, rather than a proxy in front of the server. */
export const refusesToken = (error: unknown): error is MastodonError =>
  error instanceof MastodonError && error.status === 401 && error.isFromPlatform;

/**
 * Whether the token is valid but lacks a permission. Checks the messages of Mastodon, Pleroma and GoToSocial, because closed
 * accounts also get a 403.
 */
export const lacksScope = (error: unknown): error is MastodonError =>
  error instanceof MastodonError &&
  error.status === 403 &&
  error.isFromPlatform &&
  /outside the authorized scopes|insufficient (?:permissions|scope)/iu.test(error.platformMessage ?? '');

export const throttles = (error: unknown): error is MastodonError =>
  error instanceof MastodonError && (error.status === 429 || error.status === 425);

/**
 * Whether the server rejects the login itself: the account is closed, or the token is not valid (Pleroma). Other refusals with a 403
 * concern one post. Compatible servers send them for a reply that is not allowed, or for a file that is too large.
 */
const rejectsLogin = (words: string | null): boolean =>
  /your login is|your account (?:has been suspended|requires two-factor)|invalid credentials/iu.test(
    words ?? '',
  );

/** Outcomes of reading. If only a permission for reading is missing, the account can still publish, so it stays connected. */
export const READ_OUTCOMES = withKnownRefusals(
  (error) => (lacksScope(error) ? refused('permission-missing', error.platformMessage, false) : null),
  OUTCOMES,
);

/** Whether the server itself says that the status does not exist. */
export const saysGone = (error: unknown): boolean =>
  error instanceof MastodonError && error.isFromPlatform && (error.status === 404 || error.status === 410);

/** Whether a file is unknown or already belongs to a post. Only a look-up shows which of the two is true. */
export const missesMedia = ({ status, platformMessage }: MastodonError): boolean =>
  (status === 400 || status === 404 || status === 422) &&
  /media|attach/iu.test(platformMessage ?? '') &&
  /not found|already (?:been )?(?:attached|used)/iu.test(platformMessage ?? '');

/** Whether an earlier call with this idempotency key has arrived. Pixelfed then stores nothing, and does not return what it has stored. */
const repeatsKey = ({ status, platformMessage }: MastodonError): boolean =>
  status === 400 && /duplicate idempotency key/iu.test(platformMessage ?? '');

/** Undefined: the server failed, so the call may have succeeded or not. */
function refusal(error: MastodonError, now: Date): Refused | Postponed | undefined {
  const { status, platformMessage, isFromPlatform } = error;
  if (throttles(error)) return throttledBy(error.headers, platformMessage, now);
  if (status === 408 || status >= 500) return undefined;
  if (!isFromPlatform) return refused('server', platformMessage, true);
  if (status === 401 || lacksScope(error)) return refused('reconnect', platformMessage, false);
  if (status === 403)
    return refused(rejectsLogin(platformMessage) ? 'reconnect' : 'not-allowed', platformMessage, false);
  if (missesMedia(error) || repeatsKey(error)) return refused('duplicate', platformMessage, false);
  if (status === 422 && /process/iu.test(platformMessage ?? '')) {
    return postponed('processing', platformMessage, new Date(now.getTime() + PROCESSING_WAIT_MS));
  }
  if (status === 404 || status === 410) return refused('not-found', platformMessage, false);
  if (status === 413) return refused('media-rejected', platformMessage, false);
  return refused(
    /too long|character limit|over the limit/iu.test(platformMessage ?? '') ? 'too-long' : 'rejected',
    platformMessage,
    false,
  );
}
