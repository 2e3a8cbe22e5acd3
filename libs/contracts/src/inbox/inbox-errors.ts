import type { ErrorSentences } from '../shared/error-sentences.ts';
import { NO_AUTO_REPLY_TEXT } from './auto-reply-reasons.ts';
import { INBOX_TEXT } from './inbox-text.ts';
import { WHY_NO_REPLY } from './why-texts.ts';

/** Error messages about comments and replies, by error code. */
export const INBOX_ERRORS = {
  'inbox.premium-required': INBOX_TEXT.premiumRequired,
  'inbox.premium-required/automatic': NO_AUTO_REPLY_TEXT['no-premium'],
  'inbox.comment-not-found': INBOX_TEXT.notFound,
  'inbox.post-not-found': 'This post does not exist.',
  'inbox.already-replied': INBOX_TEXT.alreadyReplied,
  'inbox.comment-gone': INBOX_TEXT.gone,
  'inbox.reply-cancelled': INBOX_TEXT.cancelled,
  'inbox.reply-stale': INBOX_TEXT.stale,
  'inbox.reply-has-left': INBOX_TEXT.hasLeft,
  'inbox.auto-reply-was-sent': INBOX_TEXT.autoReplyWasSent,
  'inbox.reply-not-retryable': INBOX_TEXT.notRetryable,
  'inbox.reply-not-unknown': INBOX_TEXT.notUnknown,
  'inbox.account-not-connected': INBOX_TEXT.notConnected,
  'inbox.platform-cannot-be-asked': INBOX_TEXT.cannotBeAsked,
  'inbox.reply-required': INBOX_TEXT.replyRequired,
  'inbox.cannot-reply': INBOX_TEXT.cannotReply,
  'inbox.cannot-reply/expired': WHY_NO_REPLY.expired,
  'inbox.cannot-reply/account-gone': WHY_NO_REPLY['account-gone'],
  'inbox.cannot-reply/no-interface': WHY_NO_REPLY['no-interface'],
  'inbox.cannot-reply/only-when-named': WHY_NO_REPLY['only-when-named'],
  'inbox.reply-too-long': ({ max = 0 }) => INBOX_TEXT.tooLong(Number(max)),
  'inbox.cannot-remove': ({ platform = '' }) => INBOX_TEXT.cannotRemove(String(platform)),
  'inbox.ai-budget': INBOX_TEXT.aiBudget,
  'inbox.ai-budget/day': INBOX_TEXT.aiBudgetOfDay,
  'inbox.ai-not-configured': INBOX_TEXT.aiNotConfigured,
  'inbox.ai-failed': INBOX_TEXT.aiFailed,
  'inbox.ai-no-reply': INBOX_TEXT.aiNoReply,
  'inbox.ai-refused': INBOX_TEXT.aiRefused,
  'inbox.ai-not-accepted': INBOX_TEXT.aiNotAccepted,
  'inbox.ai-quota': INBOX_TEXT.aiQuota,
  'inbox.ai-busy': INBOX_TEXT.aiBusy,
  'inbox.ai-away': INBOX_TEXT.aiAway,
} as const satisfies ErrorSentences<'inbox'>;
