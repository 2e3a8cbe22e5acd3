import type { NoAutoReply, OnlyDraft } from '@posthorn/contracts/inbox/auto-reply-reasons';
import type { Sentiment } from '@posthorn/contracts/inbox/comments.http';
import type { AutoReplyMode } from '@posthorn/contracts/inbox/settings.http';
import { isAnswered, type Comment } from '../comment/comment.ts';
import { JUDGED_MAX } from '../judging/model-text.ts';
import { plainText, wordsOf } from '../judging/plain-text.ts';
import { AUTO_REPLIES_MAX } from './auto-reply.ts';

/** Automatic replies with a place: of the last hour by one account, of the last day by its owner. */
export type CountedLately = Readonly<{ inHour: number; inDay: number }>;
export type CapReached = 'account-hour' | 'user-day';

/** Automatic replies in an hour by one account and in a day by one user. */
const AUTO_REPLY_CAPS = { hour: 20, day: 200 } as const;

/** Why there is no place for one more; null: there is. */
export function whyOverCap({ inHour, inDay }: CountedLately): CapReached | null {
  if (inHour >= AUTO_REPLY_CAPS.hour) return 'account-hour';
  return inDay >= AUTO_REPLY_CAPS.day ? 'user-day' : null;
}

/** Everything that decides whether a comment is answered without a person. */
export type AutoReplyFacts = Readonly<{
  now: Date;
  /** `AUTO_REPLY` of the installation. */
  isOnHere: boolean;
  /** The user's switch. */
  mode: AutoReplyMode;
  isPremium: boolean;
  /** Automatic replies were on until the plan ended. */
  hasPlanEnded: boolean;
  /** The post is ours and asks for automatic replies. */
  isAskedFor: boolean;
  comment: Comment;
  text: string;
  isBlocked: boolean;
  /** Its author is an account that somebody has connected here, whoever that is. */
  isConnectedHere: boolean;
  /** How often its author wrote within ten seconds of a reply of ours. */
  quickAnswers: number;
  /** What it answers is a reply of ours, or a comment that has one: some platforms hang answers to answers under the first. */
  isBelowOwnReply: boolean;
  canReply: boolean;
  /** Of one publication: who was answered, and how many. */
  isAuthorAnswered: boolean;
  ofPublication: number;
}> &
  CountedLately;

const QUICK_ANSWERS = 3;
const WORDS_MIN = 2;
const DAY_MS = 24 * 3_600_000;

/** The first that holds ends it: what costs nothing and what a person decided comes first. */
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

/** What speaks against any automatic reply to this comment as it is now, whoever wrote it. */
export function whyNotThis(comment: Comment): NoAutoReply | null {
  const { seen, gone, isExpired, reply, hidden, status } = comment;
  if (!seen || gone !== null || isExpired) return 'comment-gone';
  if (seen.isEdited) return 'comment-edited';
  if (isAnswered(comment) || reply !== null) return 'comment-answered';
  if (status !== 'new') return 'comment-read';
  return hidden === null ? null : 'comment-hidden';
}

/** Why what the model writes waits for a person, whatever it writes; none: it may leave. */
export function whyOnlyDraft(
  facts: Readonly<{
    mode: AutoReplyMode;
    requireApproval: boolean;
    /** The platform's rules allow replies that no person approved, and its interface sends them. */
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

/** Its platform says so, its name does, or nobody types that fast. */
function isBot({ comment: { seen }, quickAnswers }: AutoReplyFacts): boolean {
  if (!seen) return false;
  const { handle, isBot: says } = seen.author;
  // Behind the first dot or @ is where the account lives.
  const names = [handle, handle.split(/[@.]/u)[0] ?? ''];
  return says || quickAnswers >= QUICK_ANSWERS || names.some((name) => /bot$/iu.test(name));
}

const MENTION = /(?<![\p{L}\p{N}])@\S+/gu;
const LINK = /(?:[a-z][a-z0-9+.-]*:\/\/|www\.)\S+|[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}\/\S*/giu;

/** Words beside emoji, mentions and links, in as much as is judged: to look for links takes the square of the length. */
const wordsBeside = (text: string): number =>
  wordsOf(plainText(text.slice(0, JUDGED_MAX).replace(LINK, ' ').replace(MENTION, ' '))).length;
