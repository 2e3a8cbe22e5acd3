import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { ConsentFailed } from '#connectors/kit/oauth/consent-failures.ts';

export type KeyVerdict = Readonly<{
  state: 'good' | 'bad' | 'unclear';
  /** What the check found, often with the platform's text. */
  text: string;
}>;

/**
 * Error codes of RFC 6749 section 5.2, and codes of platforms that use their own. A server checks the client (our keys) first. So an error about
 * the code proves that the client is valid.
 */
const BAD_CLIENT = new Set(['invalid_client', 'unauthorized_client', 'invalid_client_id']);
const GOOD_CLIENT = new Set(['invalid_grant', 'invalid_code', 'bad_verification_code']);

/** The check sent an authorization code that does not exist. Returns what the resulting error says about our keys and the redirect URL. */
export function verdictOn(error: unknown): KeyVerdict {
  if (error instanceof OutgoingError || error instanceof BreakerOpen)
    return { state: 'bad', text: `The token address cannot be reached: ${error.message}` };
  if (!(error instanceof ConsentFailed))
    return { state: 'unclear', text: 'The platform gave no usable answer.' };
  const { platformMessage, errorCode } = error;
  const message = `${errorCode ?? ''} ${platformMessage ?? ''}`;
  if (/redirect/iu.test(message))
    return {
      state: 'bad',
      text: `The redirect address is not registered with the platform: ${message.trim()}`,
    };
  if (errorCode !== null && BAD_CLIENT.has(errorCode))
    return { state: 'bad', text: `The platform refuses these keys. It said: ${message.trim()}` };
  if (errorCode !== null && GOOD_CLIENT.has(errorCode))
    return { state: 'good', text: 'The platform knows these keys.' };
  // Meta sends sentences instead of error codes. They mention the application and secret, or the verification code.
  if (/client|secret|application|app[ _-]?id/iu.test(message) && !/verification code/iu.test(message))
    return { state: 'bad', text: `The platform refuses these keys. It said: ${message.trim()}` };
  if (/\bcode\b|grant|expired/iu.test(message))
    return { state: 'good', text: 'The platform knows these keys.' };
  return { state: 'unclear', text: `The platform said: ${message.trim() || 'nothing useful'}` };
}
