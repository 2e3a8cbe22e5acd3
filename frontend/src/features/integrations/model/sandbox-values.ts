/** Values that connect an account in the sandbox, which accepts each handle of its host and each password with the right format. */
export const SANDBOX_VALUES = {
  bluesky: { handle: 'you.sandbox.test', appPassword: 'sand-boxx-pass-word' },
  mastodon: { instance: 'https://mastodon.sandbox.test', accessToken: 'sandbox-token' },
} as const;
