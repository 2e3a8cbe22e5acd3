/** Texts for accounts of a post with problems, and for deleting the post there. They load with the first such account. */

const accounts = (count: number): string => (count === 1 ? '1 account' : `${String(count)} accounts`);

export const TROUBLE_TEXT = {
  noCover: (platform: string) => `The video is out on ${platform}, without the cover that was chosen.`,
  warning: 'Warning:',
  connect: 'Connect',
  reconnect: 'Reconnect',
  disconnected: 'This account is disconnected. The post will not go out there.',
  needsReconnect: 'Sign in to this account again. Until then the post waits.',
  since: (when: string) => `Since ${when}.`,
  disconnectedToo: 'The account is disconnected.',
  goesOn: 'The post goes out as soon as the account is connected again.',
  retry: 'Retry',
  retrying: 'Retrying...',
  check: 'Check now',
  checking: 'Checking...',
  resend: 'Send again',
  resendAsk: (platform: string) => `Send again to ${platform}?`,
  resendAtOnce: 'Send at once',
  done: { retry: 'Publishing again', check: 'Checked', confirm: 'Marked as posted' },
  lookingFirst: 'Checking first',
  stillUnknown: 'Still unconfirmed',
  lookYourself: (platform: string, account: string) =>
    `${platform} could not tell. Please check ${account} yourself.`,
} as const;

/** One row for accounts with the same problem. */
export const SAME_TROUBLE_TEXT = {
  accounts,
  each: 'Show each',
  listOf: (count: number) => `Each of ${accounts(count)}`,
  retryAll: 'Retry all',
  retrying: 'Retrying...',
  checkAll: 'Check all',
  checking: 'Checking...',
  done: { retry: 'Publishing again', check: 'Checked' },
  on: (count: number) => `On ${accounts(count)}.`,
  onSome: (count: number, all: number) => `On ${String(count)} of ${accounts(all)}.`,
} as const;

/** A person confirms that the post is on its platform. */
export const CONFIRM_TEXT = {
  button: 'Mark as posted',
  title: (platform: string) => `Mark as posted on ${platform}?`,
  description: (account: string) => `You have seen it at ${account}. It will not be sent again.`,
  link: 'Link to the post',
  linkNotValid: 'Please enter a link that begins with https://',
  cancel: 'Cancel',
} as const;

/** Deleting a published post from its platforms. */
export const REMOTE_TEXT = {
  ask: 'Delete this post from its platforms?',
  askHint: 'Its likes and comments go too. This cannot be undone.',
  confirm: (count: number) => `Delete from ${accounts(count)}`,
  byHand: 'This post has to be deleted there',
  ok: 'OK',
  notOffered: 'Posthorn cannot delete posts on these platforms. Delete it there:',
  notGranted:
    'These accounts do not let Posthorn delete posts. Reconnect them in Settings and allow it, or delete the post there:',
  deleting: 'Deleting from platforms',
  deletingOn: (count: number) => `The post is being deleted on ${accounts(count)}.`,
  deleted: (platform: string) => `Deleted from ${platform}.`,
  beingDeleted: (platform: string) => `Being deleted from ${platform}.`,
  notDeleted: (platform: string) => `Not deleted from ${platform}.`,
  waits: (platform: string) => `Deleting from ${platform} waits.`,
} as const;

/** One copy of a post that is on its platform more than once. */
export const COPY_TEXT = {
  list: (platform: string) => `Copies on ${platform}`,
  names: ['First copy', 'Second copy', 'Third copy'],
  name: (number: number) => `Copy ${String(number)}`,
  view: 'View',
  viewOf: (copy: string, platform: string) => `${copy} on ${platform} (new tab)`,
  delete: 'Delete',
  beingDeleted: 'Being deleted',
  ask: (copy: string, platform: string) => `Delete the ${copy} from ${platform}?`,
  askHint: 'Its likes and comments go too. Other copies stay. This cannot be undone.',
  confirm: 'Delete this copy',
} as const;
