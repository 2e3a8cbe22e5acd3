import { MASTODON_SCOPES } from './mastodon-scopes.ts';

const neededScopes = MASTODON_SCOPES.join(', ').replace(/, ([^,]+)$/, ' and $1');

/** In a file separate from the calls, because every first load includes the calls. */
export const CONNECT_TEXT = {
  handleRequired: 'Handle is required',
  appPasswordRequired: 'App password is required',
  instanceRequired: 'Instance URL is required',
  instanceNotValid: 'Please enter a valid URL (e.g., https://mastodon.social)',
  accessTokenRequired: 'Access token is required',
  alreadyConnected: 'Already Connected',
  renewed: (platform: string) => `${platform}: the permission was renewed.`,
  blueskyFailed: 'Failed to connect to Bluesky. Please check your credentials.',
  mastodonFailed: 'Failed to connect to Mastodon. Please check your credentials.',
  blueskyConnected: 'Bluesky account connected',
  mastodonConnected: 'Mastodon account connected',
  handleUnknown: (handle: string) =>
    `The handle ${handle} could not be found. Please check how it is spelled.`,
  handleNotConfirmed: (handle: string) =>
    `The account that ${handle} points to does not confirm this handle.`,
  appPasswordNeeded:
    'This account uses two-step sign-in. Please create an app password and use that instead.',
  notAppPassword:
    'This does not look like an app password. Your own password opens your whole account. An app password can be revoked on its own.',
  accountClosed: 'This account is suspended or deactivated on its platform.',
  tooManySignIns: (minutes: number) =>
    `There were too many sign-ins for this account. Please try again in ${minutes === 1 ? 'a minute' : `${String(minutes)} minutes`}.`,
  serverUnreachable: (host: string) => `${host} cannot be reached right now. Please try again later.`,
  notMastodon: (host: string) => `${host} does not seem to be a Mastodon server. Please check the address.`,
  noAppsThere: (host: string) =>
    `${host} does not let Posthorn register. Please use an access token instead.`,
  connected: (platform: string) => `${platform} account connected`,
  consentFailed: (platform: string, words: string | null) =>
    words === null
      ? `${platform} did not confirm the permission. Please try again.`
      : `${platform} did not confirm the permission: ${words}`,
  scopesMissing: (platform: string, scopes: string) =>
    `${platform} was not connected: Posthorn cannot publish without these permissions: ${scopes}. Please try again and leave them ticked.`,
  noAccount: (platform: string, what: string) => `${platform} was not connected: there is ${what}.`,
  tokenScopes: `This access token does not allow publishing. Please allow ${neededScopes}.`,
} as const;
