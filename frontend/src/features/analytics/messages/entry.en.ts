/** The link from Settings. */
export const ANALYTICS_CARD = {
  title: 'Analytics',
  hint: 'What your posts did, and when they do well.',
  open: 'Open analytics',
} as const;
