/** How long texts of comments are stored where the terms of a platform limit it. The server and the privacy policy use these values. */
export const WORDS_KEPT = {
  /** Days since the platform last showed the comment. The values of both platforms are not verified. */
  daysUnlessSeen: { youtube: 30, twitter: 30 },
  /** Hours after which a text is deleted in any case (learn.microsoft.com linkedin/marketing/data-storage-requirements). */
  hoursInAnyCase: { linkedin: 48 },
} as const;
