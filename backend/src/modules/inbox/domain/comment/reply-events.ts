import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Evidence } from '#infrastructure/effects/attempt/effect.ts';
import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';
import type { CommentId } from './comment-id.ts';

/** Identifies the reply and its comment. */
type Of = CommentId & Readonly<{ replyId: string }>;

/** The model wrote a text, and a person decides. `reasons`: codes of the checks that prevented automatic sending. */
type AiReplyDrafted = Event<
  'AiReplyDrafted',
  1,
  Of &
    Readonly<{
      text: string;
      model: string;
      promptVersion: string;
      /** Digest of the comment's text to which the reply was written. */
      forTextMac: string;
      reasons: readonly string[];
      draftedAt: string;
    }>
>;
/** The comment gets no automatic reply. The product records this event once for a comment. */
type AiReplySkipped = Event<'AiReplySkipped', 1, CommentId & Readonly<{ reason: string; at: string }>>;
type AiReplyDraftDiscarded = Event<'AiReplyDraftDiscarded', 1, Of & Readonly<{ at: string }>>;
/** `kind` `ai`: sent without a person. `aiAssisted`: a person sends a text of the model. `notBefore`: the earliest time of an attempt. */
type ReplyRequested = Event<
  'ReplyRequested',
  1,
  Of &
    Readonly<{
      kind: ReplyKind;
      aiAssisted: boolean;
      text: string;
      forTextMac: string;
      requestedAt: string;
      notBefore: string | null;
    }>
>;
/** References that must survive a crash. The product stores them before it uses them. */
type ReplyPrepared = Event<'ReplyPrepared', 1, Of & Readonly<{ refs: JsonObject }>>;
/** The intent. Without this event, the worker makes no call. `fingerprint`: the SHA-256 of what the worker sends. */
type ReplyAttemptStarted = Event<
  'ReplyAttemptStarted',
  1,
  Of &
    Readonly<{
      attemptId: string;
      number: number;
      fingerprint: string;
      startedAt: string;
      startBy: string;
      deadline: string;
    }>
>;
/** The worker made no call and sent nothing. This does not count as a try. */
type ReplyAttemptNotStarted = Event<
  'ReplyAttemptNotStarted',
  1,
  Of & Readonly<{ attemptId: string; reason: NotStartedReason; nextAt: string }>
>;
/** The platform accepted the reply and has not published it yet. `handle`: the platform's id for this request. */
type ReplyAccepted = Event<
  'ReplyAccepted',
  1,
  Of & Readonly<{ attemptId: string; handle: string; acceptedAt: string; nextAt: string }>
>;
/** Proof that the reply is on the platform. `remoteId`: null if only a person confirmed it. */
type ReplySent = Event<
  'ReplySent',
  1,
  Of &
    Readonly<{
      kind: ReplyKind;
      attemptId: string | null;
      remoteId: string | null;
      permalink: string | null;
      sentAt: string;
      evidence: Evidence;
    }>
>;
/** The platform shows a second copy of the sent reply, under another id. */
type ReplyDuplicateDetected = Event<
  'ReplyDuplicateDetected',
  1,
  Of &
    Readonly<{
      attemptId: string | null;
      remoteId: string;
      permalink: string | null;
      detectedAt: string;
      evidence: Evidence;
    }>
>;
/** The reply was certainly not sent. `retryAt`: the time of the next try; null: only a person can retry. */
type ReplyFailed = Event<
  'ReplyFailed',
  1,
  Of & Readonly<{ attemptId: string | null; reason: string; words: string | null; retryAt: string | null }>
>;
/** The reply may or may not be on the platform. */
type ReplyUnknown = Event<
  'ReplyUnknown',
  1,
  Of &
    Readonly<{
      attemptId: string;
      cause: string;
      words: string | null;
      nextAt: string | null;
      lookUntil: string | null;
    }>
>;
type ReplyLookedUp = Event<
  'ReplyLookedUp',
  1,
  Of &
    Readonly<{
      attemptId: string;
      result: 'absent' | 'failed' | 'cannot-tell';
      words: string | null;
      lookedUpAt: string;
      nextAt: string | null;
    }>
>;
/** Nothing was sent. This does not count as a try. */
type ReplyPostponed = Event<
  'ReplyPostponed',
  1,
  Of & Readonly<{ attemptId: string | null; reason: string; words: string | null; until: string }>
>;
type ReplyRetryRequested = Event<
  'ReplyRetryRequested',
  1,
  Of & Readonly<{ requestedAt: string; nextAt: string; lookUntil: string | null; atOwnRisk: boolean }>
>;
/** The account was connected again, so waiting work continues. */
type ReplyResumed = Event<'ReplyResumed', 1, Of & Readonly<{ resumedAt: string }>>;
/** The reply was cancelled before anything was sent. `asDraft`: its text stays as a draft for a person. */
type ReplyCancelled = Event<
  'ReplyCancelled',
  1,
  Of & Readonly<{ reason: string; asDraft: boolean; cancelledAt: string }>
>;

export type DraftEvent = AiReplyDrafted | AiReplySkipped | AiReplyDraftDiscarded;
export type ReplyDeliveryEvent =
  | ReplyRequested
  | ReplyPrepared
  | ReplyAttemptStarted
  | ReplyAttemptNotStarted
  | ReplyAccepted
  | ReplySent
  | ReplyDuplicateDetected
  | ReplyFailed
  | ReplyUnknown
  | ReplyLookedUp
  | ReplyPostponed
  | ReplyRetryRequested
  | ReplyResumed
  | ReplyCancelled;
export type ReplyEvent = DraftEvent | ReplyDeliveryEvent;

const DRAFTS: ReadonlySet<string> = new Set<DraftEvent['type']>([
  'AiReplyDrafted',
  'AiReplySkipped',
  'AiReplyDraftDiscarded',
]);

/** Returns whether an event of a comment is about sending a reply. `OwnReplySeen` is about a reply that the owner wrote on the platform itself. */
export const isReplyDeliveryEvent = <E extends Readonly<{ type: string }>>(
  event: E,
): event is Extract<E, ReplyDeliveryEvent> =>
  !DRAFTS.has(event.type) && event.type !== 'OwnReplySeen' && event.type.includes('Reply');
