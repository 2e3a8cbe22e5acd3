/** Texts that controls bring along. */
export const UI_TEXT = {
  close: 'Close',
  cancel: 'Cancel',
  dismiss: 'Dismiss',
  undo: 'Undo',
  undoOf: (title: string) => `Undo: ${title}`,
  optional: '(optional)',
  loading: 'Loading…',
} as const;
