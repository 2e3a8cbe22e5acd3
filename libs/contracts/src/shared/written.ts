/** How much a user may write in a day: each version of a post counts with all its texts, in bytes of JSON. */
export const WRITTEN = {
  bytesADay: 20_000_000,
  tooMuch: 'You have written very much today. Please wait until tomorrow before you change more.',
} as const;
