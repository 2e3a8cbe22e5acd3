import { COMMENT_READING_TEXT } from '../integrations/comment-reading-text.ts';
import type { Sentences } from '../shared/said.ts';
import { INBOX_TEXT } from './inbox-text.ts';
import { REPLY_PROBLEMS } from './reply-problems.ts';

/** Why a user cannot reply to a comment from the inbox. */
export const WHY_NO_REPLY = {
  gone: INBOX_TEXT.gone,
  'already-replied': INBOX_TEXT.alreadyReplied,
  expired: INBOX_TEXT.expired,
  'account-gone': INBOX_TEXT.accountGone,
  'no-interface': ({ platform = '' }) => COMMENT_READING_TEXT.noInterface(String(platform)),
  'only-when-named': COMMENT_READING_TEXT.onlyWhenNamed,
} as const satisfies Sentences;

/** Why comments of an account are not read, or not all of them. */
export const WHY_NOT_READ = {
  ...REPLY_PROBLEMS,
  reconnect: COMMENT_READING_TEXT.loginEnded,
  'permission-missing': COMMENT_READING_TEXT.withoutPermission,
  'no-interface': ({ platform = '' }) => COMMENT_READING_TEXT.noInterface(String(platform)),
  'organizations-only': COMMENT_READING_TEXT.organizationsOnly,
  'business-grant': COMMENT_READING_TEXT.businessGrant,
  'business-keys': COMMENT_READING_TEXT.businessKeys,
  'no-budget': COMMENT_READING_TEXT.noBudget,
  budget: COMMENT_READING_TEXT.budgetUsedUp,
  'host-is-busy': COMMENT_READING_TEXT.hostIsBusy,
  unlisted: ({ platform = '' }) => COMMENT_READING_TEXT.unlisted(String(platform)),
  behind: COMMENT_READING_TEXT.behind,
  'own-posts-only': ({ platform = '' }) => COMMENT_READING_TEXT.ownPostsOnly(String(platform)),
} as const satisfies Sentences;
export type WhyNotRead = keyof typeof WHY_NOT_READ;
