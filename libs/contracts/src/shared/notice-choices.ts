/** The notices that a user can choose: a post that failed, an account that needs the user, new comments. */
export const NOTICE_KINDS = ['postFailed', 'accountExpiring', 'newComment'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Where a notice appears: in the app, by mail, both, or nowhere. */
export const NOTICE_CHOICES = ['both', 'app', 'mail', 'off'] as const;
export type NoticeChoice = (typeof NOTICE_CHOICES)[number];
export type NoticeChoices = Readonly<Record<NoticeKind, NoticeChoice>>;
export const ALL_NOTICES: NoticeChoices = { postFailed: 'both', accountExpiring: 'both', newComment: 'both' };
