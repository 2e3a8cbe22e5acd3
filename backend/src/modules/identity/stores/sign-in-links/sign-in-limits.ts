import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import type { Limit } from '#infrastructure/http/edge/rate-limits.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const message = SIGN_IN_TEXT.tooMany;

/** A stranger who requests links for another person's address uses up only their own network's allowance. */
export const MAILS_PER_ADDRESS_AND_NETWORK: Limit = {
  name: 'identity.sign-in-mail-network',
  points: 5,
  seconds: HOUR,
  message,
};
/** Prevents many networks from flooding one mailbox. */
export const MAILS_PER_ADDRESS: Limit = { name: 'identity.sign-in-mail', points: 10, seconds: HOUR, message };
export const MAILS_PER_NETWORK: Limit = { name: 'identity.sign-in-ip', points: 20, seconds: HOUR, message };
/** A separate allowance for a browser that signed in with this address before. No one else can use it up. */
export const MAILS_PER_KNOWN_BROWSER: Limit = {
  name: 'identity.sign-in-browser',
  points: 5,
  seconds: HOUR,
  message,
};

/** Tries of codes for one address, from all networks: a million codes outlast decades of guessing. Links are not affected. */
export const CODES_PER_ADDRESS: Limit = { name: 'identity.sign-in-code', points: 20, seconds: DAY, message };
export const CODES_PER_NETWORK: Limit = {
  name: 'identity.sign-in-code-ip',
  points: 20,
  seconds: HOUR,
  message,
};
/** Strangers who use up the tries of an address lock no user out of a browser that they know. */
export const CODES_PER_KNOWN_BROWSER: Limit = {
  name: 'identity.sign-in-code-browser',
  points: 10,
  seconds: HOUR,
  message,
};
