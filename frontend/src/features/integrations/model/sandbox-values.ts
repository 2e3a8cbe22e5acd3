/** Values that connect an account in the sandbox. It accepts every handle of its own host, and every password of the right format. */
export const SANDBOX_VALUES = {
  bluesky: { handle: 'you.sandbox.test', appPassword: 'sand-boxx-pass-word' },
  mastodon: { instance: 'https://mastodon.sandbox.test', accessToken: 'sandbox-token' },
} as const;
