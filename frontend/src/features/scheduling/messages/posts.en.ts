import type { PostList, TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import { postsNeedYou } from './attention.en.ts';

const accounts = (count: number): string => (count === 1 ? '1 account' : `${String(count)} accounts`);

/** The texts of the list of posts. Texts that the server uses as well are in the contracts. */
export const POSTS_TEXT = {
  title: 'Posts',
  subtitle: 'Manage your scheduled content',
  analytics: 'Analytics',
  filters: 'Filter posts',
  search: 'Search posts',
  searchHint: 'Search posts by content or hashtags...',
  clearSearch: 'Clear the search',
  more: 'Show more posts',
  moreOnTheWay: 'Loading more posts…',
  moreFailed: 'More posts could not be loaded. Please try again.',
  shown: (shown: number, total: number | null) =>
    total === null ? `${String(shown)} posts so far` : `${String(shown)} of ${String(total)} posts`,
  error: 'Error',
  failed: 'This did not work. Please try again.',
  /** By the number of days from today; other days are shown as a date. */
  days: { '-1': 'Yesterday', '0': 'Today', '1': 'Tomorrow' } as Readonly<Record<string, string>>,
  /** For published posts, below today's scheduled ones. */
  earlierToday: 'Earlier today',
} as const;

export const FILTER_TITLES: Readonly<Record<'all' | PostList, string>> = {
  all: 'Totals',
  scheduled: 'Scheduled',
  posted: 'Posted',
  failed: 'Failed',
  attention: 'Needs attention',
};

export const CREATE_TEXT = {
  title: 'Create New Post',
  start: 'Start Creating',
  full: 'Upgrade to Create More',
  /** The button that stays visible during scrolling. */
  short: 'New post',
  left: (left: number, of: number) => `${String(left)} of ${String(of)} posts left`,
  unlimited: 'For all accounts at once.',
} as const;

export const ATTENTION_TEXT = {
  need: postsNeedYou,
  why: 'Failed, disconnected or unconfirmed',
  show: 'Show',
  showAll: 'Show all',
} as const;

/** The texts beside the list in a wide window. */
export const DETAILS_TEXT = {
  label: 'Details',
  none: 'Select a post to see its preview and what happened to it.',
  keys: 'Click one, or press j and k.',
  shown: 'Its details are beside the list.',
  loading: 'Loading the details…',
  gone: 'This post has been removed.',
  preview: 'Preview',
  receipt: 'Receipt',
  history: 'History',
  historyFailed: 'Its history could not be loaded.',
  again: 'Try again',
  whole: 'Full history and export',
} as const;

/** The state of a post, or of one account of it. */
export const STATUS_TEXT = {
  scheduled: 'Scheduled',
  publishing: 'Publishing',
  posted: 'Posted',
  failed: 'Failed',
  unknown: 'Unconfirmed',
  checking: 'Checking…',
  waits: 'Waiting for reconnection',
  postedOn: (some: number, all: number) => `Posted on ${String(some)} of ${String(all)}`,
  failedOn: (some: number, all: number) => `Failed on ${String(some)} of ${String(all)}`,
  scheduledOn: (some: number, all: number) => `Scheduled on ${String(some)} of ${String(all)}`,
  disconnected: 'Account disconnected',
} as const satisfies Record<TargetStatus, string> & Record<string, unknown>;

export const CARD_TEXT = {
  edit: 'Edit',
  editOf: (post: string) => `Edit ${post}`,
  menuOf: (post: string) => `More for ${post}`,
  choose: (post: string) => `Select ${post}`,
  history: 'History',
  delete: 'Delete',
  archive: 'Archive',
  deleteThere: 'Delete from platforms…',
  media: 'Media',
  accounts: 'Accounts',
  /** Before the accounts without a problem, which are folded: for screen readers only. */
  showAll: 'Show all:',
  count: {
    scheduled: (count: number) => `${String(count)} scheduled`,
    publishing: (count: number) => `${String(count)} publishing`,
    posted: (count: number) => `${String(count)} posted`,
  },
  /** After the names of the first accounts. */
  furtherAccounts: (count: number) => `+${String(count)}`,
  view: 'View post',
  viewOn: (platform: string) => `on ${platform} (new tab)`,
  nextTry: (when: string) => `Next try ${when}.`,
  says: (platform: string) => `${platform} says:`,
} as const;

export const REMOVAL_TEXT = {
  deleted: 'Post Deleted',
  deletedHint: 'Your post has been successfully deleted.',
  archived: 'Post Archived',
  archivedHint: 'It is no longer in this list.',
  overtaken: 'It was published before it could be deleted.',
  stays: (where: string) => `It stays on ${where}.`,
  accounts,
  timePassed: 'Its time has passed',
  timePassedHint: 'Choose a new time for this post.',
  restoreFailed: 'Failed to restore post. Please try again.',
  deleteThere: 'Delete on the platforms',
} as const;
