/** Names of the pages that a user agrees to by signing in. */
export const LEGAL_TEXT = { terms: 'Terms of Service', privacy: 'Privacy Policy' } as const;
