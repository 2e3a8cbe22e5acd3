/** Sentences about sign-in providers that are connected to an account. */
export const LINKED_TEXT = {
  linked: (name: string) => `${name} connected`,
  linkedHint: 'You can now sign in with it.',
  unlinked: (name: string) => `${name} disconnected`,
  failed: 'Please try again.',
} as const;
