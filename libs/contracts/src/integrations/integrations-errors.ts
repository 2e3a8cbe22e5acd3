import { TARGET_PROBLEMS } from '../scheduling/target-problems.ts';
import type { ErrorSentences } from '../shared/error-sentences.ts';
import { ACCOUNT_LIST_TEXT } from './account-list-text.ts';
import { CHOICE_TEXT } from './choices.http.ts';
import { CONNECT_TEXT } from './connect-text.ts';
import { CONSENT_TEXT } from './consent-text.ts';

/** Refusals about connected accounts. */
export const INTEGRATIONS_ERRORS = {
  'integrations.platform-missing': 'This platform cannot be connected.',
  'integrations.account-missing': 'This account is not connected.',
  'integrations.choices-gone': CHOICE_TEXT.gone,
  'integrations.grant-of-another-account':
    'This permission belongs to another account than the one that is connected.',
  'integrations.reconnect': TARGET_PROBLEMS.reconnect,
  'integrations.account-limit-reached': ACCOUNT_LIST_TEXT.limitReached,
  'integrations.consent-failed': ({ platform = '' }) => CONNECT_TEXT.consentFailed(String(platform), null),
  'integrations.scopes-missing': ({ platform = '', scopes = '' }) =>
    CONNECT_TEXT.scopesMissing(String(platform), String(scopes)),
  'integrations.no-account': ({ platform = '' }) => CONSENT_TEXT['no-account'](String(platform)),
  'integrations.personal-account': ({ platform = '' }) => CONSENT_TEXT['personal-account'](String(platform)),
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
