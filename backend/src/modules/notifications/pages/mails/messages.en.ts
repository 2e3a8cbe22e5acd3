import type { NoticeKind } from '@posthorn/contracts/shared/notice-choices';
import { BRAND } from '@posthorn/contracts/shared/brand';

/** `where`: an account as `Bluesky (ana.bsky.social)`. Dates are written out: `November 23, 2026`. */
export const NOTICE_MAIL_TEXT = {
  postFailed: {
    subject: (posts: number) =>
      posts === 1 ? 'Your post needs attention' : `${String(posts)} of your posts need attention`,
    failed: (where: string, post: string) => `${where}: ${post} could not be published.`,
    unknown: (where: string, post: string) =>
      `${where}: we could not confirm that ${post} was published. Please check there.`,
    quoted: (words: string) => `“${words}”`,
    unquoted: 'a post',
    button: 'Open your posts',
  },
  accountExpiring: {
    subject: (accounts: number) =>
      accounts === 1
        ? 'One of your accounts needs attention'
        : `${String(accounts)} of your accounts need attention`,
    reconnect: (where: string) =>
      `${where} needs to be reconnected. Until then, nothing is published there and no comments arrive.`,
    ending: (where: string, day: string) =>
      `The permission for ${where} ends on ${day}. Reconnect it before then to keep it working.`,
    button: 'Open Settings',
  },
  newComment: {
    subject: (comments: number) =>
      comments === 1 ? 'You have a new comment' : `You have ${String(comments)} new comments`,
    comments: (where: string, comments: number) =>
      comments === 1 ? `${where}: 1 new comment.` : `${where}: ${String(comments)} new comments.`,
    button: 'Open the inbox',
  },
  why: `${BRAND.name} sends you this email because you have these notifications switched on. You can change that in Settings.`,
  stop: {
    postFailed: 'No more emails about failed posts',
    accountExpiring: 'No more emails about accounts that need attention',
    newComment: 'No more emails about new comments',
  } satisfies Record<NoticeKind, string>,
} as const;
