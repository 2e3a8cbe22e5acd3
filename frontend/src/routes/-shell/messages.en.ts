/** Texts of the frame around all screens, and of those that belong to no feature. */
export const APP_TEXT = {
  skip: 'Skip to content',
  navigation: 'Main',
  posts: 'Posts',
  inbox: 'Inbox',
  settings: 'Settings',
  profile: 'Your profile:',
  premium: 'Premium',
  free: 'Free plan',
} as const;

export const SHORTCUT_TEXT = {
  title: 'Keyboard shortcuts',
  use: 'Use shortcuts',
  create: 'Create a post',
  toPosts: 'Go to Posts',
  toInbox: 'Go to Inbox',
  toSettings: 'Go to Settings',
  next: 'Next post or comment',
  previous: 'Previous post or comment',
  open: 'Open the post, or the comments of a post',
  toDetails: 'From a post to its details, in a wide window',
  toList: 'From the details back to the list',
  reply: 'Reply to the comment',
  read: 'Mark the comment as read',
  new: 'Mark the comment as new',
  suggest: 'Have AI suggest a reply',
  hide: 'Hide the comment',
  send: 'Send the reply',
  help: 'Show these shortcuts',
  toMessage: 'Go to the message on the screen',
} as const;

export const NOT_FOUND_TEXT = {
  title: 'Page Not Found',
  hint: 'This address leads nowhere. It may have moved, or the link was cut short.',
  home: 'Back to Home',
} as const;

export const TROUBLE_TEXT = {
  title: 'This page could not be loaded',
  again: 'Try again',
  reload: 'Reload',
  support: (message: string, requestId: string) =>
    `${message} If it goes on, tell support this number: ${requestId}.`,
  noServer: 'The server cannot be reached. Check your connection, then try again. Nothing you wrote is lost.',
  unknown: 'Something went wrong on this page. Try again, or reload it. Nothing you wrote is lost.',
} as const;
