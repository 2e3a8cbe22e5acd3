import { ACCOUNT_LIST_TEXT } from './account-list-text.ts';
import { CONNECT_TEXT } from './connect-text.ts';
import type { ConsentRefusal } from './consent.ts';

/** `name` is the platform's name that people see. */
export const CONSENT_TEXT: Readonly<Record<ConsentRefusal, (name: string) => string>> = {
  denied: (name) =>
    `${name} was not connected, because the permission was not given. You can try again at any time.`,
  expired: (name) =>
    `${name} was not connected: it took longer than 10 minutes or was finished in another browser. Please try again.`,
  failed: (name) => CONNECT_TEXT.consentFailed(name, null),
  scopes: (name) =>
    `${name} was not connected, because a permission that publishing needs was left out. Please try again and leave all of them ticked.`,
  'no-account': (name) =>
    `You gave the permission, but ${name} has no account, page or channel that you may publish to.`,
  'personal-account': (name) =>
    `${name} lets other apps publish only on professional accounts. Please switch yours to a business or creator account in the ${name} app, and try again.`,
  limit: () => ACCOUNT_LIST_TEXT.limitReached,
  unreachable: (name) => `${name} cannot be reached right now. Please try again later.`,
  'not-configured': (name) =>
    `${name} is not configured on this server. Ask its operator to add the keys of an app.`,
  'other-account': (name) => `This permission belongs to another account on ${name}.`,
};

/** Sentences about a consent to read comments: the account stays connected in any case. */
export const COMMENTS_CONSENT_TEXT: Readonly<Record<ConsentRefusal, (name: string) => string>> = {
  ...CONSENT_TEXT,
  denied: () => 'The permission was not given. You can try again at any time.',
  expired: () => 'It took longer than 10 minutes or was finished in another browser. Please try again.',
  scopes: () =>
    'A permission that reading comments needs was left out. Please try again and leave all of them ticked.',
  'other-account': (name) =>
    `You were signed in to ${name} with another account. Nothing was changed. Sign in to ${name} with the account that is connected here, and try again.`,
};
