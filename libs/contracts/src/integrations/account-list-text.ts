/** Sentences of the list of connected accounts. */
export const ACCOUNT_LIST_TEXT = {
  disconnectFailed: 'Failed to disconnect account. Please try again.',
  limitReached: 'Upgrade to Premium to connect more than 5 accounts',
} as const;
