/** The sentences about reading comments that the inbox shows at once. In a file of their own, because the others load later. */
export const READING_STATE_TEXT = {
  noInterface: (platform: string) => `${platform} does not let other apps read comments.`,
  loginEnded: 'The platform has signed this account out.',
} as const;
