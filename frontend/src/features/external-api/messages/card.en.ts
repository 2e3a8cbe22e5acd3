/** The card for other programs in Settings, without its tabs. */
export const API_ACCESS_CARD = {
  hint: 'Let other programs schedule posts for you, read your figures and receive updates.',
} as const;
