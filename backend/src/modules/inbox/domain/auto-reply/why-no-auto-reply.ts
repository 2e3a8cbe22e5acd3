import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import type { AutoReplyMode } from '@posthorn/contracts/inbox/settings.http';
import { DAY_MS } from '@posthorn/contracts/shared/durations';
import { isAnswered, type Comment } from '../comment/comment.ts';
import { JUDGED_MAX } from '../judging/model-text.ts';
import { plainText, wordsOf } from '../judging/plain-text.ts';
import { AUTO_REPLIES_MAX } from './auto-reply.ts';

/** The numbers of reserved automatic replies: of this account in the last hour, and of its owner in the last day. */
export type RecentReplyCounts = Readonly<{ repliesLastHour: number; repliesLastDay: number }>;
export type CapReached = 'account-hour' | 'user-day';

/** The maximum of automatic replies: of one account in an hour, and of one user in a day. */
const AUTO_REPLY_CAPS = { hour: 20, day: 200 } as const;

/** Returns the limit that does not allow one more reply; null: one more reply is allowed. */
export function whyOverCap({ repliesLastHour, repliesLastDay }: RecentReplyCounts): CapReached | null {
  if (repliesLastHour >= AUTO_REPLY_CAPS.hour) return 'account-hour';
  return repliesLastDay >= AUTO_REPLY_CAPS.day ? 'user-day' : null;
}

/** All facts that decide whether a comment gets an automatic reply. */
export type AutoReplyFacts = Readonly<{
  now: Date;
  /** The setting `AUTO_REPLY` of the installation. */
  isInstallationOn: boolean;
  /** The user's setting. */
  mode: AutoReplyMode;
  isPremium: boolean;
  /** Automatic replies were on until the plan ended. */
  hasPlanEnded: boolean;
  /** Posthorn published the post, and its owner requested automatic replies to its comments. */
  isAskedFor: boolean;
  comment: Comment;
  text: string;
  isBlocked: boolean;
  /** The author is an account that is connected to this installation, by any user. */
  isAuthorConnected: boolean;
  /** How often the author wrote within ten seconds of one of our replies. */
  quickAnswers: number;
  /** The comment is below our reply, or below a comment that we answered. Some platforms attach all replies to the top comment. */
  isBelowOwnReply: boolean;
  canReply: boolean;
  /** This author already got a reply under this publication. */
  isAuthorAnswered: boolean;
  /** The number of automatic replies under this publication. */
  repliesToPublication: number;
}> &
  RecentReplyCounts;

const QUICK_ANSWERS = 3;
const WORDS_MIN = 2;

/** The first check that applies decides. Cheap checks and decisions of people come first. */
const CHECKS: readonly (readonly [NoAutoReply, (facts: AutoReplyFacts) => boolean])[] = [
  ['installation-off', ({ isInstallationOn }) => !isInstallationOn],
  ['switched-off', ({ mode }) => mode === 'off'],
  ['plan-ended', ({ hasPlanEnded }) => hasPlanEnded],
  ['no-premium', ({ isPremium }) => !isPremium],
  ['not-asked-for', ({ isAskedFor }) => !isAskedFor],
  ['comment-gone', ({ comment }) => reasonInComment(comment) === 'comment-gone'],
  ['comment-old', isOld],
  ['comment-edited', ({ comment }) => reasonInComment(comment) === 'comment-edited'],
  ['comment-answered', ({ comment }) => reasonInComment(comment) === 'comment-answered'],
  ['stopped', ({ comment }) => reasonInComment(comment) === 'stopped'],
  ['comment-read', ({ comment }) => reasonInComment(comment) === 'comment-read'],
  ['comment-hidden', ({ comment }) => reasonInComment(comment) === 'comment-hidden'],
  ['author-blocked', ({ isBlocked }) => isBlocked],
  ['author-connected', ({ isAuthorConnected }) => isAuthorConnected],
  ['bot', isBot],
  ['below-own-reply', ({ isBelowOwnReply }) => isBelowOwnReply],
  ['too-few-words', ({ text }) => countOwnWords(text) < WORDS_MIN],
  ['cannot-reply', ({ canReply }) => !canReply],
  ['author-answered', ({ isAuthorAnswered }) => isAuthorAnswered],
  ['publication-full', ({ repliesToPublication }) => repliesToPublication >= AUTO_REPLIES_MAX],
  ['account-hour', (facts) => whyOverCap(facts) === 'account-hour'],
  ['user-day', (facts) => whyOverCap(facts) === 'user-day'],
];

/** Returns the first reason against an automatic reply; null: the model may write a reply. */
export const whyNoAutoReply = (facts: AutoReplyFacts): NoAutoReply | null =>
  CHECKS.find(([, applies]) => applies(facts))?.[0] ?? null;

/** Returns the first reason in the comment itself against an automatic reply; null: none. Facts about the author do not count. */
export function reasonInComment(comment: Comment): NoAutoReply | null {
  const { seen, gone, isExpired, reply, skipped, hidden, status } = comment;
  if (!seen || gone !== null || isExpired) return 'comment-gone';
  if (seen.isEdited) return 'comment-edited';
  if (isAnswered(comment) || reply !== null) return 'comment-answered';
  if (skipped === 'stopped') return 'stopped';
  if (status !== 'new') return 'comment-read';
  return hidden === null ? null : 'comment-hidden';
}

/** Returns the reasons why a person must approve any text of the model. Empty: none of these reasons applies. */
export function whyOnlyDraft(
  facts: Readonly<{
    mode: AutoReplyMode;
    requireApproval: boolean;
    /** The platform's rules allow replies without a person's approval, and its API can send them. */
    isAllowedByPlatform: boolean;
    sentiment: Sentiment;
  }>,
): readonly OnlyDraft[] {
  const reasons: readonly (readonly [OnlyDraft, boolean])[] = [
    ['mode-draft', facts.mode === 'draft'],
    ['approval', facts.requireApproval],
    ['platform-asks', !facts.isAllowedByPlatform],
    ['negative', facts.sentiment === 'negative'],
  ];
  return reasons.flatMap(([reason, applies]) => (applies ? [reason] : []));
}

function isOld({ comment: { seen, isBacklog }, now }: AutoReplyFacts): boolean {
  return isBacklog || (seen !== null && now.getTime() - Date.parse(seen.createdAt) > DAY_MS);
}

/** The platform marks the author as a bot, the name ends in "bot", or the author answers faster than people type. */
function isBot({ comment: { seen }, quickAnswers }: AutoReplyFacts): boolean {
  if (!seen) return false;
  const { handle, isBot: isMarkedAsBot } = seen.author;
  // The part after the first dot or @ is the server of the account.
  const names = [handle, handle.split(/[@.]/u)[0] ?? ''];
  return isMarkedAsBot || quickAnswers >= QUICK_ANSWERS || names.some((name) => /bot$/iu.test(name));
}

const MENTION = /(?<![\p{L}\p{N}])@\S+/gu;
const LINK = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/\S*/giu;

/** Counts words, without emoji, mentions and links. Shortens the text first, because the search for links takes quadratic time. */
const countOwnWords = (text: string): number =>
  wordsOf(plainText(text.slice(0, JUDGED_MAX).replace(LINK, ' ').replace(MENTION, ' '))).length;
