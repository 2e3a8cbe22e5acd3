import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { ConsentFailed } from '#connectors/kit/oauth/consent-failures.ts';

export type KeyVerdict = Readonly<{
  state: 'good' | 'bad' | 'unclear';
  /** What to do, or what the platform answered. */
  text: string;
}>;

/** RFC 6749 section 5.2: the server checks the client before the code. */
const BAD_CLIENT = new Set(['invalid_client', 'unauthorized_client', 'invalid_client_id']);
const GOOD_CLIENT = new Set(['invalid_grant', 'invalid_code', 'bad_verification_code']);

/** What the answer to an invented code says about our keys and the redirect address. */
export function verdictOn(error: unknown): KeyVerdict {
  if (error instanceof OutgoingError || error instanceof BreakerOpen)
    return { state: 'bad', text: `The token address cannot be reached: ${error.message}` };
  if (!(error instanceof ConsentFailed))
    return { state: 'unclear', text: 'The platform gave no usable answer.' };
  const { platformMessage, errorCode } = error;
  const said = `${errorCode ?? ''} ${platformMessage ?? ''}`;
  if (/redirect/iu.test(said))
    return { state: 'bad', text: `The redirect address is not registered with the platform: ${said.trim()}` };
  if (errorCode !== null && BAD_CLIENT.has(errorCode))
    return { state: 'bad', text: `The platform refuses these keys. It said: ${said.trim()}` };
  if (errorCode !== null && GOOD_CLIENT.has(errorCode))
    return { state: 'good', text: 'The platform knows these keys.' };
  // Meta answers with sentences: about the application and its secret, or about the verification code.
  if (/client|secret|application|app[ _-]?id/iu.test(said) && !/verification code/iu.test(said))
    return { state: 'bad', text: `The platform refuses these keys. It said: ${said.trim()}` };
  if (/\bcode\b|grant|expired/iu.test(said)) return { state: 'good', text: 'The platform knows these keys.' };
  return { state: 'unclear', text: `The platform said: ${said.trim() || 'nothing useful'}` };
}
