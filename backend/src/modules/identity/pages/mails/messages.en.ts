import { EMAIL_CHANGE } from '@posthorn/contracts/identity/email-change.http';
import { SIGN_IN } from '@posthorn/contracts/identity/session.http';
import { BRAND } from '@posthorn/contracts/shared/brand';

export const SIGN_IN_MAIL_TEXT = {
  subject: `Sign in to ${BRAND.name}`,
  asked: `You asked to sign in to ${BRAND.name}.`,
  open: 'Open this link in the browser where you asked for it:',
  button: 'Sign in',
  code: 'Or enter this code, in any browser:',
  once: `You can use one of them, once, within ${String(SIGN_IN.linkMinutes)} minutes.`,
  notYou: `If you did not ask for this, ignore this email. Never give the code to anyone: ${BRAND.name} will not ask you for it.`,
} as const;

export const EMAIL_CHANGE_MAIL_TEXT = {
  verify: {
    subject: `Confirm your email address for ${BRAND.name}`,
    asked: `You asked to use this address for a ${BRAND.name} account.`,
    open: 'Open this link in a browser where you are signed in to that account:',
    button: 'Confirm address',
    once: `It works once, within ${String(EMAIL_CHANGE.linkMinutes)} minutes. Until then, nothing changes.`,
    notYou: 'If you did not ask for this, ignore this email.',
  },
  taken: {
    subject: `This address already has a ${BRAND.name} account`,
    asked: `You asked to use this address for another ${BRAND.name} account. This address already has one, so nothing was changed.`,
    open: 'To use that account, sign in with this address:',
    button: 'Sign in',
    notYou: 'If you did not ask for this, ignore this email.',
  },
  changed: {
    subject: `Your email address for ${BRAND.name} was changed`,
    changed: (email: string) =>
      `The address of your ${BRAND.name} account is now ${email}. You can no longer sign in with this one.`,
    open: 'If you did not do this, take your account back with this link. It signs out every browser, restores this address, deletes API tokens and suspends webhooks:',
    button: 'It was not me',
    once: `The link works for ${String(EMAIL_CHANGE.notMeHours)} hours.`,
    you: 'If it was you, you need not do anything.',
  },
  otherAccount: {
    subject: `Your other ${BRAND.name} account needs an address`,
    lost: (username: string) =>
      `This address signs you in to your earlier ${BRAND.name} account again. So it no longer signs you in to the account “${username}”, which was made or moved here in the meantime.`,
    open: 'To keep that account, open it with this link and give it another address in Settings:',
    button: 'Open the other account',
    once: `The link works for ${String(EMAIL_CHANGE.otherAccountDays)} days, until the account has an address. Google or LinkedIn still sign you in there if you connected them.`,
    notNeeded:
      'If you do not need that account, open it and delete it. Otherwise its scheduled posts are still published, and a subscription continues.',
  },
} as const;

export const ACCOUNT_MAIL_TEXT = {
  beingDeleted: {
    subject: `Your ${BRAND.name} account is being deleted`,
    asked: `You asked to delete your ${BRAND.name} account. The deletion has begun and cannot be stopped.`,
    what: 'We publish nothing more for you. Your accounts are disconnected, and your subscription has ended.',
    button: 'What happens to your data',
    last: 'You will get one more email when all of your data is deleted.',
  },
  deleted: {
    subject: `Your ${BRAND.name} account is deleted`,
    gone: 'All of your data here is deleted. Published posts stay on their platforms.',
    byHand: (names: string) =>
      `We could not disconnect some services: ${names}. They offer no way to do this, or could not be reached for a day. To end the connection there too, remove ${BRAND.name} in their settings.`,
    byUs: (names: string) =>
      `${names} could not be reached for a day. Your customer record there is not deleted yet, and any subscription is still running. Write to ${BRAND.supportEmail} and we will do it by hand.`,
    button: 'What happened to your data',
    none: `This is the last email from ${BRAND.name}, because we have deleted your address too.`,
  },
} as const;

/** Dates are whole days in UTC, written out: `November 23, 2026`. */
export const TOKEN_ENDS_MAIL_TEXT = {
  subject: `An API token of your ${BRAND.name} account expires soon`,
  ends: (name: string, day: string) =>
    `Your API token “${name}” expires on ${day}. Programs that use it will stop working then.`,
  anew: 'To keep them working, create a new token and put it into them before that day.',
  button: 'Create a new API token',
  unused: 'If no program uses it, you need not do anything.',
} as const;

export const API_TOKEN_MAIL_TEXT = {
  subject: `A new API token for your ${BRAND.name} account`,
  made: (name: string) =>
    `An API token named “${name}” is being created for your ${BRAND.name} account. Programs that have it can act for you.`,
  you: 'If you did this, you need not do anything.',
  button: 'Check your API tokens',
  notYou: 'If you did not, delete the token there and sign out all other browsers.',
} as const;
