/** For how long the words of comments are kept where the terms of a platform end that. The server and the privacy policy go by it. */
export const WORDS_KEPT = {
  /** Days since the platform last showed the comment. Not verified for either. */
  daysUnlessSeen: { youtube: 30, twitter: 30 },
  /** Hours, however often it is shown (learn.microsoft.com linkedin/marketing/data-storage-requirements). */
  hoursInAnyCase: { linkedin: 48 },
} as const;
