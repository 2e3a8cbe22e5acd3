import type { NoticeChoice, NoticeKind } from '@posthorn/contracts/shared/notice-choices';

/** The cards of user settings in Settings. */
export const POST_DEFAULTS_CARD = {
  hint: 'Every new post starts with these. You can change them in each post.',
  hashtags: 'Default hashtags',
  hashtagsExample: '#bread #daily',
  caption: 'Default caption',
  save: 'Save defaults',
  saving: 'Saving…',
  saved: 'Post defaults saved',
} as const;

export const NOTIFICATIONS_CARD = {
  hint: 'Choose your notifications. Emails go to the address of your account.',
  kinds: {
    postFailed: { title: 'Failed posts', hint: 'A post could not be published, or could not be confirmed.' },
    accountExpiring: {
      title: 'Accounts that need attention',
      hint: 'An account must be reconnected now or within a week.',
    },
    newComment: { title: 'New comments', hint: 'By email at most once an hour.' },
  } satisfies Record<NoticeKind, Readonly<{ title: string; hint: string }>>,
  choices: {
    both: 'In the app and by email',
    app: 'In the app',
    mail: 'By email',
    off: 'Off',
  } satisfies Record<NoticeChoice, string>,
} as const;

export const PREFERENCES_TEXT = {
  failed: 'These settings could not be loaded.',
  again: 'Try again',
  notSaved: 'Not saved',
  notSavedHint: 'Please try again later',
} as const;
