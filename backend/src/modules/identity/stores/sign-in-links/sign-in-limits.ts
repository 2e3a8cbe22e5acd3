import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import type { Limit } from '#infrastructure/http/edge/rate-limits.ts';

const HOUR = 3600;
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
