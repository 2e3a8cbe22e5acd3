/** What a person may say about one target of a post. */
export const TARGET = { permalinkMax: 2048, remoteIdMax: 1024 } as const;

export const TARGET_TEXT = {
  permalinkNotValid: 'Please enter the address of the post, beginning with https://.',
  atOwnRiskNotValid: 'Please say true or false whether it is to be sent at your own risk.',
  remoteIdNotValid: 'Please name the copy of the post by its id on the platform.',
} as const;
