import type { NoticeChoice, NoticeKind } from '@posthorn/contracts/shared/notice-choices';

/** The cards of user settings in Settings. */
export const POST_DEFAULTS_CARD = {
  hint: 'What a new post begins with. You can change it in each post.',
  hashtags: 'Default hashtags',
  hashtagsExample: '#bread #daily',
  caption: 'Default caption',
  save: 'Save defaults',
  saving: 'Saving…',
  saved: 'Post defaults saved',
} as const;

export const NOTIFICATIONS_CARD = {
  hint: 'Choose your notifications. Mails go to the address of your account.',
  kinds: {
    postFailed: { title: 'Failed posts', hint: 'A post could not be published, or nobody can tell.' },
    accountExpiring: {
      title: 'Accounts that need you',
      hint: 'An account has to be connected again, or will have to within a week.',
    },
    newComment: { title: 'New comments', hint: 'By mail once an hour at most.' },
  } satisfies Record<NoticeKind, Readonly<{ title: string; hint: string }>>,
  choices: {
    both: 'In the app and by mail',
    app: 'In the app',
    mail: 'By mail',
    off: 'Off',
  } satisfies Record<NoticeChoice, string>,
} as const;

export const PREFERENCES_TEXT = {
  failed: 'These settings could not be loaded.',
  again: 'Try again',
  notSaved: 'Not saved',
  notSavedHint: 'Please try again later',
} as const;
