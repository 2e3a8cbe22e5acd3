/** Sentences about sign-in providers that are connected to an account. */
export const LINKED_TEXT = {
  linked: (name: string) => `${name} connected`,
  linkedHint: 'You can sign in with it from now on.',
  unlinked: (name: string) => `${name} disconnected`,
  failed: 'Please try again.',
} as const;
