/** Texts of the layout around all screens, and of screens without a feature. */
export const APP_TEXT = {
  skip: 'Skip to content',
  navigation: 'Main',
  posts: 'Posts',
  calendar: 'Calendar',
  inbox: 'Inbox',
  analytics: 'Analytics',
  linkPage: 'Link page',
  settings: 'Settings',
  profile: 'Your profile:',
  premium: 'Premium',
  free: 'Free plan',
  shortcuts: 'Keyboard shortcuts',
} as const;

export const PROBLEM_TEXT = {
  title: 'This page could not be loaded',
  again: 'Try again',
  reload: 'Reload',
  support: (message: string, requestId: string) =>
    `${message} If this keeps happening, give support this number: ${requestId}.`,
  noServer: 'The server cannot be reached. Check your connection, then try again. Nothing you wrote is lost.',
  unknown: 'Something went wrong on this page. Try again, or reload it. Nothing you wrote is lost.',
} as const;
