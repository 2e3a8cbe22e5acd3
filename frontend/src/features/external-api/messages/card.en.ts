/** The card for other programs in Settings, without its tabs. */
export const API_ACCESS_CARD = {
  hint: 'Let other programs write posts for you, read your figures and hear what happens.',
} as const;
