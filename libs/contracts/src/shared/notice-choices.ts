/** The notices that a user can choose: a post that failed, an account that needs the user, new comments. */
export const NOTICE_KINDS = ['postFailed', 'accountExpiring', 'newComment'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Where: at the bell of the app, by mail, in both ways, or nowhere. */
export const NOTICE_CHOICES = ['both', 'app', 'mail', 'off'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];
export type NoticeChoices = Readonly<Record<NoticeKind, NoticeChoice>>;
export const ALL_NOTICES: NoticeChoices = { postFailed: 'both', accountExpiring: 'both', newComment: 'both' };
