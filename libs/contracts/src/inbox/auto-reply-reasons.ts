import { sentenceOf, type Sentences } from '../shared/said.ts';
import { REPLY_CHECK_TEXT } from './reply-checks.ts';

/**
 * Why a comment gets no automatic reply, as sentences for the owner of the post, in the order of the checks. The `ai-…` reasons
 * concern the call of the model.
 */
export const NO_AUTO_REPLY_TEXT = {
  'installation-off': 'Automatic replies are switched off on this server.',
  'switched-off': 'You switched automatic replies off.',
  'plan-ended': 'Automatic replies ended with your Premium plan.',
  'no-premium': 'Automatic replies are available with Premium plan.',
  'not-asked-for': 'Automatic replies are off for this post.',
  'comment-gone': 'The comment no longer exists.',
  'comment-old': 'The comment was already more than a day old.',
  'comment-edited': 'The comment was edited.',
  'comment-answered': 'The comment already has a reply.',
  stopped: 'You stopped it.',
  'comment-read': 'The comment was marked as read.',
  'comment-hidden': 'The comment is hidden.',
  'author-blocked': 'You blocked its author.',
  'author-connected': 'Its author uses Posthorn too.',
  bot: 'It seems to be written by a bot.',
  'below-own-reply': 'It continues a conversation below one of your replies.',
  'too-few-words': 'It has fewer than two words.',
  'cannot-reply': 'This comment cannot be answered from here.',
  'author-answered': 'Its author has already received an automatic reply on this post.',
  'publication-full': 'This post has reached its limit of automatic replies.',
  'account-hour': 'This account has reached its limit of automatic replies for this hour.',
  'user-day': 'You have reached your limit of automatic replies for today.',
  'ai-not-configured': 'AI is not configured.',
  'ai-budget': 'The AI replies for today are used up.',
  'ai-failed': 'The AI did not answer.',
  'ai-dropped': 'The text by the AI could not be used.',
  'ai-nothing': 'The AI found nothing to answer.',
} as const;
export type NoAutoReply = keyof typeof NO_AUTO_REPLY_TEXT;

/** Why an automatic reply waits for a person although its text passed all checks. */
export const ONLY_DRAFT_TEXT = {
  'mode-draft': 'You chose to check each reply first.',
  approval: 'You chose to approve each reply.',
  'platform-asks': 'This platform requires a person to send each reply.',
  negative: 'The comment sounds negative.',
} as const;
export type OnlyDraft = keyof typeof ONLY_DRAFT_TEXT;

/** Why a comment gets no automatic reply, or why its reply waits for a person. */
export const AUTO_REPLY_REASONS = {
  ...REPLY_CHECK_TEXT,
  ...NO_AUTO_REPLY_TEXT,
  ...ONLY_DRAFT_TEXT,
} as const satisfies Sentences;
/** The sentence of a stored reason; the reason itself if this release does not know it. */
export const autoReplyReasonText = (reason: string): string =>
  sentenceOf(AUTO_REPLY_REASONS, { code: reason }) ?? reason;
