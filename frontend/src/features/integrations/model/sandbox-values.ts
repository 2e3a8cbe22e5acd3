/** What connects an account in the sandbox, which knows every handle of its own host and every password of the right shape. */
export const SANDBOX_VALUES = {
  bluesky: { handle: 'you.sandbox.test', appPassword: 'sand-boxx-pass-word' },
  mastodon: { instance: 'https://mastodon.sandbox.test', accessToken: 'sandbox-token' },
} as const;
