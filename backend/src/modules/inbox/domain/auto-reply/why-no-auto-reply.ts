import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import type { AutoReplyMode } from '@posthorn/contracts/inbox/settings.http';
import { isAnswered, type Comment } from '../comment/comment.ts';
import { JUDGED_MAX } from '../judging/model-text.ts';
import { plainText, wordsOf } from '../judging/plain-text.ts';
import { AUTO_REPLIES_MAX } from './auto-reply.ts';

/** The number of reserved automatic replies: by this account in the last hour, by its owner in the last day. */
export type RecentReplyCounts = Readonly<{ inHour: number; inDay: number }>;
export type CapReached = 'account-hour' | 'user-day';

/** The most automatic replies by one account in an hour, and by one user in a day. */
const AUTO_REPLY_CAPS = { hour: 20, day: 200 } as const;

/** The limit that does not allow one more reply; null: it is allowed. */
export function whyOverCap({ inHour, inDay }: RecentReplyCounts): CapReached | null {
  if (inHour >= AUTO_REPLY_CAPS.hour) return 'account-hour';
  return inDay >= AUTO_REPLY_CAPS.day ? 'user-day' : null;
}

/** All facts that decide whether a comment gets an automatic reply. */
export type AutoReplyFacts = Readonly<{
  now: Date;
  /** The setting `AUTO_REPLY` of the installation. */
  isOnHere: boolean;
  /** The user's setting. */
  mode: AutoReplyMode;
  isPremium: boolean;
  /** Automatic replies were on until the plan ended. */
  hasPlanEnded: boolean;
  /** Posthorn published the post, and its owner asked for automatic replies to it. */
  isAskedFor: boolean;
  comment: Comment;
  text: string;
  isBlocked: boolean;
  /** The author is an account that is connected to this installation, by any user. */
  isConnectedHere: boolean;
  /** How often the author wrote within ten seconds of one of our replies. */
  quickAnswers: number;
  /** The comment answers our reply, or a comment that we answered. Some platforms attach an answer to an answer to the first comment. */
  isBelowOwnReply: boolean;
  canReply: boolean;
  /** The next two are about one publication: whether this author got a reply, and how many replies there were. */
  isAuthorAnswered: boolean;
  ofPublication: number;
}> &
  RecentReplyCounts;

const QUICK_ANSWERS = 3;
const WORDS_MIN = 2;
const DAY_MS = 24 * 3_600_000;

/** The first check that applies decides. Cheap checks and decisions of people come first. */
const CHECKS: readonly (readonly [NoAutoReply, (facts: AutoReplyFacts) => boolean])[] = [
  ['installation-off', ({ isOnHere }) => !isOnHere],
  ['switched-off', ({ mode }) => mode === 'off'],
  ['plan-ended', ({ hasPlanEnded }) => hasPlanEnded],
  ['no-premium', ({ isPremium }) => !isPremium],
  ['not-asked-for', ({ isAskedFor }) => !isAskedFor],
  ['comment-gone', ({ comment }) => whyNotThis(comment) === 'comment-gone'],
  ['comment-old', isOld],
  ['comment-edited', ({ comment }) => whyNotThis(comment) === 'comment-edited'],
  ['comment-answered', ({ comment }) => whyNotThis(comment) === 'comment-answered'],
  ['stopped', ({ comment }) => whyNotThis(comment) === 'stopped'],
  ['comment-read', ({ comment }) => whyNotThis(comment) === 'comment-read'],
  ['comment-hidden', ({ comment }) => whyNotThis(comment) === 'comment-hidden'],
  ['author-blocked', ({ isBlocked }) => isBlocked],
  ['author-connected', ({ isConnectedHere }) => isConnectedHere],
  ['bot', isBot],
  ['below-own-reply', ({ isBelowOwnReply }) => isBelowOwnReply],
  ['too-few-words', ({ text }) => wordsBeside(text) < WORDS_MIN],
  ['cannot-reply', ({ canReply }) => !canReply],
  ['author-answered', ({ isAuthorAnswered }) => isAuthorAnswered],
  ['publication-full', ({ ofPublication }) => ofPublication >= AUTO_REPLIES_MAX],
  ['account-hour', (facts) => whyOverCap(facts) === 'account-hour'],
  ['user-day', (facts) => whyOverCap(facts) === 'user-day'],
];

/** The first reason against an automatic reply; null: the model may be asked. */
export const whyNoAutoReply = (facts: AutoReplyFacts): NoAutoReply | null =>
  CHECKS.find(([, holds]) => holds(facts))?.[0] ?? null;

/** The reason why this comment gets no automatic reply at present; null: no reason. The author does not matter. */
export function whyNotThis(comment: Comment): NoAutoReply | null {
  const { seen, gone, isExpired, reply, skipped, hidden, status } = comment;
  if (!seen || gone !== null || isExpired) return 'comment-gone';
  if (seen.isEdited) return 'comment-edited';
  if (isAnswered(comment) || reply !== null) return 'comment-answered';
  if (skipped === 'stopped') return 'stopped';
  if (status !== 'new') return 'comment-read';
  return hidden === null ? null : 'comment-hidden';
}

/** Why each text of the model has to wait for a person, whatever it says. Empty: it may be sent. */
export function whyOnlyDraft(
  facts: Readonly<{
    mode: AutoReplyMode;
    requireApproval: boolean;
    /** The platform's rules allow replies without a person's approval, and its API can send them. */
    isAllowedThere: boolean;
    sentiment: Sentiment;
  }>,
): readonly OnlyDraft[] {
  const reasons: readonly (readonly [OnlyDraft, boolean])[] = [
    ['mode-draft', facts.mode === 'draft'],
    ['approval', facts.requireApproval],
    ['platform-asks', !facts.isAllowedThere],
    ['negative', facts.sentiment === 'negative'],
  ];
  return reasons.flatMap(([reason, holds]) => (holds ? [reason] : []));
}

function isOld({ comment: { seen, isBacklog }, now }: AutoReplyFacts): boolean {
  return isBacklog || (seen !== null && now.getTime() - Date.parse(seen.createdAt) > DAY_MS);
}

/** The platform marks the author as a bot, the name ends in "bot", or the author answers faster than people type. */
function isBot({ comment: { seen }, quickAnswers }: AutoReplyFacts): boolean {
  if (!seen) return false;
  const { handle, isBot: says } = seen.author;
  // After the first dot or @ comes the server of the account.
  const names = [handle, handle.split(/[@.]/u)[0] ?? ''];
  return says || quickAnswers >= QUICK_ANSWERS || names.some((name) => /bot$/iu.test(name));
}

const MENTION = /(?<![\p{L}\p{N}])@\S+/gu;
const LINK = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/\S*/giu;

/** Counts words without emoji, mentions and links. It cuts the text first: the search for links takes quadratic time. */
const wordsBeside = (text: string): number =>
  wordsOf(plainText(text.slice(0, JUDGED_MAX).replace(LINK, ' ').replace(MENTION, ' '))).length;
