/** What a person may say about one target of a post. */
export const TARGET = { permalinkMax: 2048 } as const;

export const TARGET_TEXT = {
  permalinkNotValid: 'Please enter the address of the post, beginning with https://.',
} as const;
