/** The scopes that Posthorn needs on Mastodon, for a consent and for a manual token: docs.joinmastodon.org/api/oauth-scopes. */
export const MASTODON_SCOPES: readonly string[] = [
  ...['read:accounts', 'read:statuses', 'read:notifications'],
  ...['write:statuses', 'write:media'],
];
