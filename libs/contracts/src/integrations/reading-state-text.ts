/** The sentences about reading comments that the inbox shows when it opens. In a separate file, because the other sentences load later. */
export const READING_STATE_TEXT = {
  noInterface: (platform: string) => `${platform} does not let other apps read comments.`,
  loginEnded: 'The platform has signed this account out.',
} as const;
