/**
 * Under which names it is written that the other side wants to be left alone: by one account, and by the whole app. Whatever goes
 * there waits for both, posts and replies alike. No budget has these names.
 */
export const pausesOf = ({
  platform,
  accountId,
}: Readonly<{ platform: string; accountId: number }>): [ofAccount: string, ofApp: string] => [
  `${platform}:${String(accountId)}`,
  `${platform}:app`,
];
