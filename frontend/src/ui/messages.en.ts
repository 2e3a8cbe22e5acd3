/** Texts of the shared controls in this folder. */
export const UI_TEXT = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undone: 'Undone',
  upgrade: 'Upgrade to Premium',
  pro: 'Pro',
  undoOf: (title: string) => `Undo: ${title}`,
  optional: '(optional)',
  loading: 'Loading…',
  signInOnceMore: 'Sign in again and come back here',
  notLive: (since: string) => `No live updates since ${since}. Reconnecting…`,
} as const;

/** Shown instead of a part of a screen whose code could not be loaded. */
export const PART_TEXT = {
  missing: 'This part could not be loaded. Nothing you wrote is lost.',
  reload: 'Reload',
  missingReload: 'This part could not be loaded. Reload',
} as const;
