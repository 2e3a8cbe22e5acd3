/** The link from Settings. */
export const ANALYTICS_CARD = {
  title: 'Analytics',
  hint: 'How your posts perform, and when to post.',
  open: 'Open analytics',
} as const;
