export const MASTODON_TEXT = {
  instance: 'Instance URL',
  instanceHint: 'For example mastodon.social',
  continue: 'Continue at your server',
  continueHint: 'Your server asks you to sign in there and to allow Posthorn. Nothing has to be copied.',
  opening: 'Opening your server...',
  tokenInstead: 'Use an access token instead',
  accessToken: 'Access Token',
  openPreferences: 'On your instance, open Preferences, then Development.',
  /** Before and after the names of the scopes. */
  makeApplication: ['Under Your applications make a new one with the scopes ', '.'],
  copyToken: 'Open it and copy “Your access token”.',
} as const;
