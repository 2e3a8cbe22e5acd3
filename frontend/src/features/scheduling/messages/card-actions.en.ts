/** Texts of a card's actions, which load with its menu. */
export const CARD_ACTIONS_TEXT = {
  duplicate: 'Duplicate',
  duplicated: 'Post duplicated',
  duplicatedHint: 'The copy is a draft. Nothing is scheduled yet.',
  postNow: 'Post now',
  postNowAsk: 'Post this now?',
  postNowHint: (accounts: number, when: string) =>
    `It goes out on ${accounts === 1 ? '1 account' : `${String(accounts)} accounts`} at once, and no longer on ${when}.`,
  postingNow: 'Publishing now',
  postingNowHint: 'Its card shows when it is out.',
  notPosted: 'Not published yet',
  tryAgain: 'Please try again.',
  moveTo: 'Move to…',
  move: 'Move post',
} as const;

/** The form for what can still change in a published post. */
export const PUBLISHED_TEXT = {
  title: 'Post details',
  hint: 'What is on your accounts stays as it is.',
  titleHint: 'Only your own list shows it.',
  aiReplies: 'AI auto-reply',
  aiRepliesHint: 'AI answers comments on this post, as you set it in Settings.',
  cancel: 'Cancel',
  save: 'Save',
  saving: 'Saving...',
} as const;
