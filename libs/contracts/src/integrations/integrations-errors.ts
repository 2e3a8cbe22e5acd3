import type { ErrorSentences } from '../shared/error-sentences.ts';
import { CHOICE_TEXT } from './choices.http.ts';
import { CONNECT_TEXT } from './connect-text.ts';

/** Error messages about connected accounts, by error code. Some repeat sentences of other files, so that a form for one account does not load Settings. */
export const INTEGRATIONS_ERRORS = {
  'integrations.platform-missing': 'This platform cannot be connected.',
  'integrations.account-missing': 'This account is not connected.',
  'integrations.choices-gone': CHOICE_TEXT.gone,
  'integrations.grant-of-another-account':
    'This permission belongs to another account than the one that is connected.',
  'integrations.reconnect': 'Reconnect this account in Settings.',
  'integrations.account-limit-reached': 'Upgrade to Premium to connect more than 5 accounts',
  'integrations.consent-failed': ({ platform = '' }) => CONNECT_TEXT.consentFailed(String(platform), null),
  'integrations.scopes-missing': ({ platform = '', scopes = '' }) =>
    CONNECT_TEXT.scopesMissing(String(platform), String(scopes)),
  'integrations.no-account': ({ platform = '' }) =>
    `You gave the permission, but ${String(platform)} has no account, page or channel that you may publish to.`,
  'integrations.personal-account': ({ platform = '' }) =>
    `${String(platform)} lets other apps publish only on professional accounts.`,
  'integrations.credentials-refused': 'These credentials were refused. Please check them.',
  'integrations.credentials-refused/bluesky': CONNECT_TEXT.blueskyFailed,
  'integrations.credentials-refused/mastodon': CONNECT_TEXT.mastodonFailed,
  'integrations.credentials-refused/closed': CONNECT_TEXT.accountClosed,
  'integrations.credentials-refused/app-password': CONNECT_TEXT.appPasswordNeeded,
  'integrations.credentials-refused/token-scopes': CONNECT_TEXT.tokenScopes,
  'integrations.credentials-refused/handle-unknown': ({ handle = '' }) =>
    CONNECT_TEXT.handleUnknown(String(handle)),
  'integrations.credentials-refused/handle-not-confirmed': ({ handle = '' }) =>
    CONNECT_TEXT.handleNotConfirmed(String(handle)),
  'integrations.credentials-refused/no-apps': ({ host = '' }) => CONNECT_TEXT.noAppsThere(String(host)),
  'integrations.rate-limited': ({ minutes = 1 }) => CONNECT_TEXT.tooManySignIns(Number(minutes)),
  'integrations.server-unreachable': ({ host = '' }) => CONNECT_TEXT.serverUnreachable(String(host)),
  'integrations.server-unreachable/not-mastodon': ({ host = '' }) => CONNECT_TEXT.notMastodon(String(host)),
} as const satisfies ErrorSentences<'integrations'>;
