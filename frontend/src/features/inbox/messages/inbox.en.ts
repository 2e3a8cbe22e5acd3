import type { CommentStatusFilter } from '@posthorn/contracts/inbox/comments.http';

/** Texts of the inbox. Texts that the server uses too are in the contracts. */
export const INBOX = {
  title: 'Inbox',
  subtitle: 'Manage your comments and replies',
  list: 'Comments',
  counts: 'Filter comments',
  count: { all: 'Total', new: 'New', replied: 'Replied' },
  search: 'Search comments',
  searchHint: 'Search comments or usernames...',
  clearSearch: 'Clear the search',
  platform: 'Platform',
  allPlatforms: 'All platforms',
  status: 'Status',
  news: (count: number) => (count === 1 ? '1 new comment' : `${String(count)} new comments`),
  error: 'Error',
  failed: 'This did not work. Please try again.',
} as const;

export const STATUS_TITLES: Readonly<Record<'all' | CommentStatusFilter, string>> = {
  all: 'All statuses',
  new: 'New',
  replied: 'Replied',
  ai_reply: 'Replied by AI',
  manual_reply: 'Replied by you',
  read: 'Read',
  hidden: 'Hidden',
};

export const GROUP_TEXT = {
  post: (id: number) => `Post #${String(id)}`,
  elsewhere: 'Another post of this account',
  new: (count: number) => `${String(count)} new`,
  hidden: (count: number) => `${String(count)} hidden`,
  /** Follows the number. */
  word: (count: number) => (count === 1 ? 'comment' : 'comments'),
  more: (left: number) => `Show ${left === 1 ? '1 comment' : `${String(left)} comments`} more`,
  loading: 'Loading comments…',
  failed: 'These comments could not be loaded.',
  again: 'Try again',
} as const;

export const COMMENT_TEXT = {
  of: (author: string) => `Comment by ${author}`,
  menuOf: (author: string) => `More for the comment by ${author}`,
  on: (platform: string, account: string) => `${platform} · ${account}`,
  new: 'New',
  edited: 'Edited',
  isReply: 'In a thread',
  nobody: 'Unknown author',
  goneFrom: (platform: string) => `No longer on ${platform}`,
  noWords: 'Comment text deleted',
  withoutText: 'No text, for example only a picture',
  hidden: 'Hidden',
  sentiment: { positive: 'Positive', negative: 'Negative' },
  showAll: 'Show all',
  reply: 'Reply',
  continueReply: 'Continue reply',
  replyOn: (platform: string) => `Reply on ${platform}`,
  newTab: '(new tab)',
  markSent: 'Mark as sent',
  markRead: 'Mark as read',
  markNew: 'Mark as new',
  suggest: 'AI Suggest',
  block: 'Block user',
  says: (platform: string) => `${platform} says:`,
} as const;

export const MODERATION_TEXT = {
  requested: {
    hide: (platform: string) => `Being hidden on ${platform}.`,
    unhide: (platform: string) => `Being shown again on ${platform}.`,
    remove: (platform: string) => `Being removed from ${platform}.`,
  },
  failed: {
    hide: (platform: string) => `Not hidden on ${platform}.`,
    unhide: (platform: string) => `Not shown again on ${platform}.`,
    remove: (platform: string) => `Not removed from ${platform}.`,
  },
} as const;

export const REPLY_TEXT = {
  to: (author: string) => `Your reply to ${author}`,
  yours: 'Your reply',
  ai: 'AI reply',
  fromPlatform: 'Replied',
  draft: 'AI draft',
  draftWaits: 'Waiting for your approval:',
  stale: 'The comment was edited after this draft was written.',
  edit: 'Edit',
  send: 'Send',
  discard: 'Discard',
  view: 'View reply',
  sending: 'Sending…',
  waiting: 'Not sent yet',
  nextTry: (when: string) => `Next try ${when}.`,
  takeBack: 'Take back',
  failed: 'Not sent',
  retry: 'Retry',
  inDoubt: 'Unconfirmed',
  inDoubtHint: (platform: string) => `${platform} did not say whether your reply arrived.`,
  looking: (when: string) => `Looking for it until ${when}.`,
  check: 'Check',
  sent: 'Reply sent!',
  sentHint: 'Your reply has been posted successfully.',
  notSent: 'Reply failed',
  notSentHint: 'Failed to send reply.',
  answeredElsewhere:
    'Another reply was sent in the meantime. You see it below the comment. Yours was not sent.',
  copyWords: 'Copy my reply',
  premiumTitle: 'Premium Required',
} as const;

export const MARK_TEXT = {
  read: 'Marked as read',
  new: 'Marked as new',
  failed: 'Error updating comment',
  failedHint: 'Please try again later',
} as const;

/** Problems with the comments of single accounts. */
export const SOURCE_TEXT = {
  title: (count: number) => `The comments of ${String(count)} accounts are not up to date`,
  state: {
    off: 'Comments not read',
    behind: 'Comments come late',
    waiting: 'Comments wait',
    reading: 'Read',
  },
  lastRead: (when: string) => `Last read ${when}.`,
} as const;
