/** What Posthorn asks of Mastodon, by consent or of a token made by hand, and no more than it uses: docs.joinmastodon.org/api/oauth-scopes. */
export const MASTODON_SCOPES: readonly string[] = [
  ...['read:accounts', 'read:statuses', 'read:notifications'],
  ...['write:statuses', 'write:media'],
];
