import { CONNECT_WAYS as WAYS } from '@posthorn/contracts/integrations/connect-ways';
import type { Sentences } from '@posthorn/contracts/shared/said';

export const MASTODON_TEXT = {
  instance: 'Instance URL',
  instanceHint: 'For example mastodon.social',
  continue: 'Continue on your server',
  continueHint: 'Your server asks you to sign in and to allow Posthorn. You do not have to copy anything.',
  opening: 'Opening your server...',
  tokenInstead: 'Use an access token instead',
  accessToken: 'Access Token',
  openPreferences: 'On your instance, open Preferences, then Development.',
  /** The text before and after the names of the scopes. */
  makeApplication: ['Under Your applications, create one with the scopes ', '.'],
  copyToken: 'Open it and copy “Your access token”.',
} as const;

/** The user's accounts in Settings. */
export const ACCOUNTS_TEXT = {
  title: 'Connected Accounts',
  hint: 'The accounts that you can post to.',
  list: 'Accounts',
  taken: (taken: number, of: number) => `${String(taken)} of ${String(of)} accounts on the free plan.`,
  needsSignIn: 'Needs reconnecting',
  reconnect: 'Reconnect',
  /** The platform requires a separate consent for comments. */
  readComments: 'Read comments',
  commentsHint: 'Comments need one more permission.',
  on: (account: string, platform: string) => `${account} on ${platform}`,
  disconnect: 'Disconnect',
  disconnectOf: (account: string, platform: string) => `Disconnect ${account} from ${platform}`,
  ask: (account: string, platform: string) => `Disconnect ${account} (${platform})?`,
  disconnected: 'Account disconnected',
  error: 'Error',
  /** The effect on scheduled posts; undefined: their number is not loaded yet. */
  lost: (count: number | undefined) => {
    if (count === undefined) return 'Posts that are scheduled for this account will not be published there.';
    if (count === 0) return 'No scheduled post uses this account.';
    if (count === 1) return '1 scheduled post uses this account. It will not be published there.';
    return `${String(count)} scheduled posts use this account. They will not be published there.`;
  },
  kept: 'Published posts stay where they are.',
} as const;

/** The names of further ways to connect a platform, by the code of the server. The server uses the same table for its names in English. */
export const CONNECT_WAYS: Sentences = WAYS;

/** The platforms on which an account can be connected. */
export const CONNECT_BUTTONS_TEXT = {
  title: 'Connect an account',
  connect: 'Connect',
  missing: (count: number) => `Not available on this server (${String(count)})`,
  comingSoon: 'Coming Soon',
  comingSoonHint: (platform: string) => `${platform} cannot be connected yet.`,
  failed: 'The platforms could not be loaded.',
  again: 'Try again',
} as const;

/** The result of a consent, shown on the screen to which the user returns. */
export const NEWS_TEXT = {
  connected: (platform: string) => `${platform} connected`,
  connectedHint: 'You can now publish there.',
  notConnected: (platform: string) => `${platform} not connected`,
  granted: (platform: string) => `Comments on ${platform} allowed`,
  grantedHint: 'They will appear in your inbox from now on.',
  notGranted: (platform: string) => `Comments on ${platform} not allowed`,
} as const;

/** The choice of accounts that a consent covers. */
export const CHOOSE_TEXT = {
  title: 'Choose accounts to connect',
  hint: (platform: string) => `You can publish to several ${platform} accounts.`,
  form: 'Choose accounts',
  legend: 'Accounts to connect',
  connected: 'already connected',
  connect: 'Connect',
  connecting: 'Connecting...',
  done: (count: number) => (count === 1 ? 'Account connected' : `${String(count)} accounts connected`),
  doneHint: 'You can now publish there.',
} as const;

/** The screens that connect an account by a form. */
export const SETUP_TEXT = {
  back: 'Back',
  backToSettings: 'Back to Settings',
  connect: (platform: string) => `Connect ${platform}`,
  connecting: 'Connecting...',
  connected: (platform: string) => `${platform} connected`,
  failed: 'Connection Failed',
  blueskyIntro: 'Use an app password. You can revoke it at any time without changing your own password.',
  mastodonIntro: 'Works with every Mastodon server, and with servers that are compatible with it.',
} as const;

export const BLUESKY_TEXT = {
  handle: 'Handle',
  handleHint: 'For example ana.bsky.social',
  password: 'App Password',
  passwordHint: 'Not your sign-in password.',
  createPassword: 'Create an app password',
  onBluesky: ' on Bluesky (new tab)',
  passwordLook: 'and paste it here. It looks like xxxx-xxxx-xxxx-xxxx.',
  anyway: 'Connect with this password anyway',
} as const;
