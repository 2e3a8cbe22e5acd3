import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { BRAND } from '@posthorn/contracts/shared/brand';

/** `where`: an account as `Bluesky (ana.bsky.social)`. Dates are written out: `November 23, 2026`. */
export const NOTICE_MAIL_TEXT = {
  postFailed: {
    subject: (posts: number) =>
      posts === 1 ? 'Your post needs you' : `${String(posts)} of your posts need you`,
    failed: (where: string, post: string) => `${where}: ${post} could not be published.`,
    unknown: (where: string, post: string) =>
      `${where}: it is not known whether ${post} was published. Please check there.`,
    quoted: (words: string) => `“${words}”`,
    unquoted: 'a post',
    button: 'Open your posts',
  },
  accountExpiring: {
    subject: (accounts: number) =>
      accounts === 1 ? 'An account of yours needs you' : `${String(accounts)} of your accounts need you`,
    reconnect: (where: string) =>
      `${where} has to be connected again. Until then, nothing is published there, and no comments arrive.`,
    ending: (where: string, day: string) =>
      `The permission for ${where} ends on ${day}. Connect it again before then to keep it working.`,
    button: 'Open Settings',
  },
  newComment: {
    subject: (comments: number) =>
      comments === 1 ? 'You have a new comment' : `You have ${String(comments)} new comments`,
    comments: (where: string, comments: number) =>
      comments === 1 ? `${where}: 1 new comment.` : `${where}: ${String(comments)} new comments.`,
    button: 'Open the inbox',
  },
  why: `${BRAND.name} sends you this because such mails are switched on. You can choose your notices in Settings.`,
  stop: {
    postFailed: 'No more mails about posts that failed',
    accountExpiring: 'No more mails about accounts that need me',
    newComment: 'No more mails about new comments',
  } satisfies Record<NoticeKind, string>,
} as const;
