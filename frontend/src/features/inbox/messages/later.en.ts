/** Texts of parts that load on demand. */

const figure = (count: number): string => count.toLocaleString('en');

/** The menu of a comment. */
export const MENU_TEXT = {
  hide: 'Hide comment',
  unhide: 'Show again',
  remove: 'Remove…',
  history: 'History',
  openOn: (platform: string) => `Open on ${platform}`,
  removeAsk: (platform: string) => `Remove this comment from ${platform}?`,
  removeHint: (author: string) =>
    `The comment by ${author} will be deleted permanently. This cannot be undone.`,
  removeConfirm: 'Remove comment',
} as const;

/** Confirmations of actions on a comment. */
export const DONE_TEXT = {
  hidden: 'Comment hidden',
  shown: 'Comment shown again',
  blocked: (author: string) => `${author} is blocked`,
  blockedHint: 'Their comments stay out of this inbox. Unblock them in Settings.',
  unblocked: (author: string) => `${author} is unblocked`,
  removing: (platform: string) => `Being removed from ${platform}`,
  marked: 'Marked as sent',
  checked: 'Checked',
  stillInDoubt: 'Still unconfirmed',
  lookYourself: (platform: string) => `${platform} could not tell. Please check yourself.`,
  discarded: 'Draft discarded',
  takenBack: 'Reply taken back',
  takenBackHint: 'Its text is kept: “Continue reply” opens it.',
} as const;

/** The form for a reply. */
export const BOX_TEXT = {
  close: 'Close',
  length: (used: number, max: number) => `${figure(used)} of ${figure(max)} characters`,
  tooLong: (over: number, platform: string) =>
    `${figure(over)} ${over === 1 ? 'character' : 'characters'} too many for ${platform}.`,
  keys: 'Ctrl or Cmd + Enter sends, Esc closes and keeps the text.',
  writing: 'Writing a suggestion…',
  look: 'Please check this before you send it:',
  backToMine: 'Back to my text',
} as const;

/** This browser keeps other words for the comment that the user is answering. */
export const OTHER_REPLY_TEXT = {
  title: 'There is another unsent reply to this comment',
  label: 'The other unsent reply',
  use: 'Use that reply',
  delete: 'Delete that reply',
  deleted: 'Unsent reply deleted',
} as const;

export const DOUBT_TEXT = {
  checking: 'Checking…',
  resend: 'Send again',
  resendAsk: (platform: string) => `Send this reply to ${platform} again?`,
  resendHint: (account: string) =>
    `Check ${account} first. If your reply is already there, people will see it twice. Where it can, Posthorn also checks before it sends.`,
  resendAtOnce: 'Send at once',
} as const;

/** Accounts whose comments Posthorn cannot read, or only later. */
export const LIMITS_TEXT = {
  title: (count: number) =>
    `Comments of ${count === 1 ? 'one account' : `${String(count)} accounts`} are not all read, or come late`,
} as const;

/** The button that marks all new comments as read. */
export const MARK_ALL_TEXT = {
  all: (count: number) => `Mark ${figure(count)} as read`,
  ask: (count: number) => `Mark ${comments(count)} as read?`,
  askHint: 'They stay in the inbox, under Read.',
  confirm: 'Mark as read',
  done: (count: number) => `${comments(count)} marked as read`,
  progress: (marked: number, count: number) => `${figure(marked)} of ${comments(count)} marked as read …`,
} as const;

/** Links that solve the problem of an account. */
export const MEND_TEXT = {
  there: { reconnect: 'Connect again', allow: 'Allow it' },
  inSettings: { reconnect: 'Connect again in Settings', allow: 'Allow it in Settings' },
} as const;

/** The details beside the list. */
export const PANE_TEXT = {
  label: 'Details',
  shown: 'Its details are beside the list.',
  none: 'Select a comment to see its post and its history.',
  keys: 'Click one, or press j and k.',
  post: 'Post',
  toPost: 'Open the post',
  history: 'History',
} as const;

/** The line below a comment that will be answered automatically. */
export const COMING_TEXT = {
  at: (when: string) => `An automatic reply will be sent ${when}.`,
  now: 'An automatic reply is being written.',
  stop: 'Stop',
  stopped: 'Automatic reply stopped',
} as const;

export const HISTORY_TEXT = {
  title: 'History',
  steps: 'Steps of this comment',
  failed: 'This history could not be loaded.',
  again: 'Try again',
} as const;

const comments = (count: number): string => (count === 1 ? '1 comment' : `${figure(count)} comments`);

export const NO_COMMENTS_TEXT = {
  title: 'No comments found',
  filtered: 'No comments match your search and filters.',
  clear: 'Clear filters',
  noAccount: 'Connect an account, and comments on its posts appear here.',
  connect: 'Connect an account',
  unreadable: 'Posthorn cannot read comments on any of your accounts. Connect another one.',
  waiting: 'Comments on your posts appear here.',
} as const;
