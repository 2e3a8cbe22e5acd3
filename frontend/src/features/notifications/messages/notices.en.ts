/** Texts of the notices, loaded when a user opens them. Dates and times are in the user's zone. */
export const NOTICES_TEXT = {
  hint: (count: number) => (count === 0 ? 'All read' : `${String(count)} unread`),
  readAll: 'Mark all as read',
  none: 'No notifications yet',
  noneHint: 'Posts that fail, accounts to reconnect and new comments will appear here.',
  choose: 'Choose your notifications',
  failed: 'Your notifications could not be loaded.',
  again: 'Try again',
  isNew: 'New: ',
  about: {
    failed: 'A post could not be published',
    unknown: 'We could not confirm that a post was published',
    reconnect: 'Reconnect this account',
    ending: (day: string) => `The permission for this account ends on ${day}`,
    comments: (count: number) => (count === 1 ? '1 new comment' : `${String(count)} new comments`),
  },
  quote: (text: string, author: string | null) => (author === null ? `“${text}”` : `${author}: “${text}”`),
  on: (platform: string, account: string) => `${platform} · ${account}`,
} as const;
