import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import type { Limit } from '#infrastructure/http/edge/rate-limits.ts';

const HOUR = 3600;
const message = SIGN_IN_TEXT.tooMany;

/** Whoever asks for somebody else's address from one place uses up what that place has, and nothing of the person's own. */
export const MAILS_PER_ADDRESS_AND_NETWORK: Limit = {
  name: 'identity.sign-in-mail-network',
  points: 5,
  seconds: HOUR,
  message,
};
/** So that nobody's mailbox is flooded, from however many networks. */
export const MAILS_PER_ADDRESS: Limit = { name: 'identity.sign-in-mail', points: 10, seconds: HOUR, message };
export const MAILS_PER_NETWORK: Limit = { name: 'identity.sign-in-ip', points: 20, seconds: HOUR, message };
/** Of a browser that signed in with this address before: an allowance that nobody else can use up. */
export const MAILS_PER_KNOWN_BROWSER: Limit = {
  name: 'identity.sign-in-browser',
  points: 5,
  seconds: HOUR,
  message,
};
