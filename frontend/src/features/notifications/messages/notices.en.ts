/** Texts of the notices, loaded when a user opens them. Dates and times are in the user's zone. */
export const NOTICES_TEXT = {
  hint: (count: number) => (count === 0 ? 'Nothing is unread.' : `${String(count)} unread`),
  readAll: 'Mark all as read',
  none: 'Nothing to tell you',
  noneHint: 'Posts that could not be published, accounts that need you and new comments are told here.',
  choose: 'Choose what you are told of',
  failed: 'Your notifications could not be loaded.',
  again: 'Try again',
  isNew: 'New: ',
  about: {
    failed: 'A post could not be published',
    unknown: 'Nobody can tell whether a post was published',
    reconnect: 'This account has to be connected again',
    ending: (day: string) => `The permission for this account ends on ${day}`,
    comments: (count: number) => (count === 1 ? '1 new comment' : `${String(count)} new comments`),
  },
  on: (platform: string, account: string) => `${platform} · ${account}`,
} as const;
