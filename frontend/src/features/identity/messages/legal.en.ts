/** What the pages are called that somebody agrees to by signing in. */
export const LEGAL_TEXT = { terms: 'Terms of Service', privacy: 'Privacy Policy' } as const;
