import type { SignInProblem } from '@posthorn/contracts/identity/sign-in-providers.http';
import { AuthorizationResponseError } from 'openid-client';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';

/** RFC 6749 section 4.1.2.1; LinkedIn has words of its own. */
const DENIALS = new Set(['access_denied', 'user_cancelled_login', 'user_cancelled_authorize']);
const OUTAGES = new Set(['server_error', 'temporarily_unavailable']);

/** What to tell about a failure of openid-client. */
export function problemOf(error: unknown): SignInProblem {
  if (error instanceof AuthorizationResponseError) {
    if (DENIALS.has(error.error)) return 'denied';
    return OUTAGES.has(error.error) ? 'unreachable' : 'refused';
  }
  return isOutage(error) ? 'unreachable' : 'refused';
}

/** The library wraps what it cannot name, so the reason is somewhere below. */
function isOutage(error: unknown): boolean {
  if (error instanceof OutgoingError) return true;
  if (error instanceof Response) return error.status >= 500;
  return error instanceof Error && error.cause !== undefined && isOutage(error.cause);
}
