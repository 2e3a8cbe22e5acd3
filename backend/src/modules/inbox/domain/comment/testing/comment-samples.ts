import { EFFECT_TIMES } from '#infrastructure/effects/attempt/retry-waits.ts';
import * as rules from '#infrastructure/effects/attempt/rules.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { CommentEvent } from '../comment-events.ts';
import type { CommentId } from '../comment-id.ts';
import { commentStream, type Comment } from '../comment.ts';
import { replyEvents } from '../events-of-reply-moves.ts';
import { replyContext } from '../reply-context.ts';
import type { SentReply } from '../reply-moves.ts';
import { requestReply, type NewReply } from '../replying.ts';
import { recordComment, type CommentSnapshot } from '../comment-recording.ts';

/** Events of one comment, for specs. Times are seconds after noon. */
export const id: CommentId = { commentId: 5, ownerId: 'ana', accountId: 3, platform: 'mastodon' };
const NOON = Date.parse('2026-11-21T12:00:00.000Z');
export const at = (seconds: number): string => new Date(NOON + seconds * 1000).toISOString();
export const now = (seconds: number): Date => new Date(at(seconds));

export const sighting = (seconds = 0, changes: Partial<CommentSnapshot> = {}): CommentSnapshot => ({
  postRemoteId: 'p1',
  key: 'k1',
  remoteId: 'c1',
  remoteRefs: {},
  parentRemoteId: null,
  author: { remoteId: 'u1', handle: 'bo', name: 'Bo', isBot: false },
  authorMac: 'mac-bo',
  text: 'Nice!',
  textMac: 'mac-Nice!',
  createdAt: at(-60),
  editedAt: null,
  seenAt: at(seconds),
  source: 'news',
  permalink: 'https://social.test/c1',
  isBacklog: false,
  hidden: null,
  ...changes,
});
/** Returns the same comment with another text. */
export const edited = (text: string, seconds: number, editedAt: string | null = null): CommentSnapshot =>
  sighting(seconds, { text, textMac: `mac-${text}`, editedAt });

/** Applies decisions in order. Each decision gets the state after the earlier decisions. */
export const story = (...decisions: readonly ((comment: Comment) => CommentEvent[])[]): Comment =>
  decisions.reduce(
    (comment, decide) => decide(comment).reduce(commentStream.evolve, comment),
    commentStream.initial,
  );

export const seen =
  (seconds = 0, changes: Partial<CommentSnapshot> = {}) =>
  (comment: Comment): CommentEvent[] =>
    recordComment(comment, id, sighting(seconds, changes), null);

export const newReply = (changes: Partial<NewReply> = {}): NewReply => ({
  replyId: 'r1',
  kind: 'manual',
  aiAssisted: false,
  text: 'Thank you!',
  forTextMac: null,
  notBefore: null,
  ...changes,
});
export const requested =
  (seconds = 10, changes: Partial<NewReply> = {}) =>
  (comment: Comment): CommentEvent[] =>
    requestReply(comment, id, newReply(changes), now(seconds));

const platform = {
  rule: 'after-negative-look-up',
  visibleAfterMs: 30_000,
  isLateCallHarmless: false,
} as const;
/** Records a decision of the engine about the current reply. */
export const byEngine =
  (
    seconds: number,
    decision: (
      effect: Parameters<typeof rules.start>[0],
      context: Parameters<typeof rules.start>[2],
    ) => Move<SentReply>[],
    refs: Readonly<Record<string, string>> = { key: 'k1' },
  ) =>
  (comment: Comment): CommentEvent[] => {
    const { reply } = comment;
    if (!reply) throw new Error('Nobody asked for a reply.');
    const context = replyContext(reply, platform, { now: now(seconds), random: 0, times: EFFECT_TIMES });
    const intent = { refs, keptRefs: reply.prepared, fingerprint: 'print' };
    return replyEvents(id, reply, decision(reply.effect, context), now(seconds), intent);
  };
export const started = (seconds = 20, attemptId = 'a1') =>
  byEngine(seconds, (effect, context) => rules.start(effect, attemptId, context));
export const settled = (seconds: number, outcome: rules.AttemptOutcome<SentReply>, attemptId = 'a1') =>
  byEngine(seconds, (effect, context) => rules.settle(effect, attemptId, outcome, context));

export const done = {
  kind: 'done',
  result: { remoteId: '42', permalink: 'https://social.test/42' },
} as const;
export const timedOut = { kind: 'unknown', cause: 'timeout', words: null } as const;
export const refused = { kind: 'refused', reason: 'rejected', words: 'No.', retryable: false } as const;

export const typesOf = (events: readonly CommentEvent[]): string[] => events.map(({ type }) => type);
