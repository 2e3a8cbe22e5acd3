/** What a person may say about one target of a post. */
export const TARGET = { permalinkMax: 2048, remoteIdMax: 1024 } as const;

export const TARGET_TEXT = {
  permalinkNotValid: 'Please enter the address of the post, beginning with https://.',
  atOwnRiskNotValid: 'Please say true or false whether it is to be sent at your own risk.',
  notConnected: 'This account is not connected any more. Connect it again, then press Retry.',
  remoteIdNotValid: 'Please name the copy of the post by its id on the platform.',
} as const;

/** What a card says of a target that may be there, or is there more than once. `platform` as people know it. */
export const COPIES_TEXT = {
  looking: (platform: string, when: string) =>
    `Looking for it on ${platform}. If it is not there ${when}, it counts as not sent.`,
  lookingNow: (platform: string) => `Looking for it on ${platform}.`,
  lookFirst: (account: string) =>
    `Look at ${account} first. If the post is there after all, people will see it twice.`,
  waits:
    'Posthorn looks for it as well where it can, and waits until the last attempt can no longer arrive late: about six minutes after it began.',
  risk: 'If you send it at once, the last attempt may still arrive, and the post will be there twice.',
  twice: (platform: string) =>
    `This post is on ${platform} more than once: an attempt arrived after it was repeated.`,
  onceAgain: (platform: string) => `This post was on ${platform} more than once. One copy is left.`,
  deleteThere: (platform: string) =>
    `${platform} offers us no way to delete a post. Please delete one of them there yourself.`,
  deletionNotGranted: (platform: string) =>
    `The account was connected without the permission to delete posts. Connect it again in Settings and allow it, or delete one of them on ${platform} yourself.`,
} as const;
