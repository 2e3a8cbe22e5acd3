import { SIGN_IN_TEXT } from '@posthorn/contracts/identity/sign-in-text';
import { DAY_SECONDS, HOUR_SECONDS } from '@posthorn/contracts/shared/durations';
import type { Limit } from '#infrastructure/http/edge/rate-limits.ts';

const message = SIGN_IN_TEXT.tooMany;

/** Limits the mails to one mailbox that one network requests. It is smaller than `MAILS_PER_ADDRESS`, so one stranger cannot use up that limit. */
export const MAILS_PER_ADDRESS_AND_NETWORK: Limit = {
  name: 'identity.sign-in-mail-network',
  points: 5,
  seconds: HOUR_SECONDS,
  message,
};
/** Limits the mails to one mailbox that many networks request. */
export const MAILS_PER_ADDRESS: Limit = {
  name: 'identity.sign-in-mail',
  points: 10,
  seconds: HOUR_SECONDS,
  message,
};
export const MAILS_PER_NETWORK: Limit = {
  name: 'identity.sign-in-ip',
  points: 20,
  seconds: HOUR_SECONDS,
  message,
};
/** A separate limit for a browser that has signed in with this address before. Strangers cannot use it up. */
export const MAILS_PER_KNOWN_BROWSER: Limit = {
  name: 'identity.sign-in-browser',
  points: 5,
  seconds: HOUR_SECONDS,
  message,
};

/** Limits the tries of codes for one address from all networks: trying a million codes would take decades. Links have no such limit. */
export const CODES_PER_ADDRESS: Limit = {
  name: 'identity.sign-in-code',
  points: 20,
  seconds: DAY_SECONDS,
  message,
};
export const CODES_PER_NETWORK: Limit = {
  name: 'identity.sign-in-code-ip',
  points: 20,
  seconds: HOUR_SECONDS,
  message,
};
/** A separate limit for a known browser. So strangers who use up the tries of an address do not lock its user out of this browser. */
export const CODES_PER_KNOWN_BROWSER: Limit = {
  name: 'identity.sign-in-code-browser',
  points: 10,
  seconds: HOUR_SECONDS,
  message,
};
