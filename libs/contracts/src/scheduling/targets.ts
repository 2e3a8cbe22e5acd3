/** Limits of what a person may enter about one target of a post. */
export const TARGET = { permalinkMax: 2048, remoteIdMax: 1024 } as const;

export const TARGET_TEXT = {
  permalinkNotValid: 'Please enter the address of the post, beginning with https://.',
  atOwnRiskNotValid: 'Please send true or false: whether to send it at your own risk.',
  notConnected: 'This account is disconnected. Connect it again, then press Retry.',
  remoteIdNotValid: 'Please name the copy of the post by its id on the platform.',
} as const;

/** Sentences of a card about a target that may be published, or is published more than once. `platform` is a display name. */
export const COPIES_TEXT = {
  looking: (platform: string, when: string) =>
    `Looking for it on ${platform}. If it is not there ${when}, it counts as not sent.`,
  lookingNow: (platform: string) => `Looking for it on ${platform}.`,
  lookFirst: (account: string) =>
    `Check ${account} first. If the post is already there, people will see it twice.`,
  waits:
    'Where it can, Posthorn also checks. It sends once the last attempt can no longer arrive: about six minutes after it began.',
  risk: 'If you send at once, the post may appear twice: the last attempt can still arrive.',
  twice: (platform: string) =>
    `This post is on ${platform} more than once: a late attempt arrived after all.`,
  onceAgain: (platform: string) => `This post was on ${platform} more than once. One copy is left.`,
  deleteThere: (platform: string) => `Posthorn cannot delete posts on ${platform}. Delete one of them there.`,
  deletionNotGranted: (platform: string) =>
    `This account does not let Posthorn delete posts. Reconnect it in Settings and allow it, or delete one of them on ${platform}.`,
} as const;
