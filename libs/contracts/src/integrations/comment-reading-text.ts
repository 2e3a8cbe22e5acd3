/** Why comments of a platform are not in the inbox. */
export const COMMENT_READING_TEXT = {
  noInterface: (platform: string) => `${platform} has no interface for comments.`,
  onlyWhenNamed: 'X takes answers from other apps only where the comment names your account. Answer it on X.',
  /** The account was connected without the permission. */
  reconnect: 'Reconnect this account in Settings to read its comments.',
  /** Beside the button that leads to Settings. */
  withoutPermission: 'It was connected without the permission to read comments.',
  loginEnded: 'The platform has ended its login.',
  /** LinkedIn gives apps no access to comments of members. */
  organizationsOnly: 'LinkedIn lets apps read comments of organizations only.',
  /** TikTok's API for Business requires a separate permission. */
  businessGrant: 'TikTok asks for a permission of its own before comments can be read.',
  businessKeys: 'This server has no keys for TikTok for Business, which alone shows comments.',
  budgetUsedUp: 'What the operator spends on reading X in a day is used up. It goes on after midnight (UTC).',
  unlisted: (platform: string) =>
    `${platform} does not say what is new on this account, so comments come in later.`,
  hostIsBusy: 'Its server is asked as often as it allows. It goes on within minutes.',
  behind: 'There is much to read at the moment.',
  noBudget: 'Reading comments on X costs money; the operator has set no budget.',
} as const;
