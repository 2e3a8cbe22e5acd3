import type { ReplyKind } from '@posthorn/contracts/inbox/comments.http';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import type { Evidence } from '#infrastructure/effects/attempt/effect.ts';
import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';
import type { CommentId } from './comment-id.ts';

/** Which reply to which comment. */
type Of = CommentId & Readonly<{ replyId: string }>;

/** The model wrote it, and a person decides. `reasons`: codes of what kept it from being sent by itself. */
type AiReplyDrafted = Event<
  'AiReplyDrafted',
  1,
  Of &
    Readonly<{
      text: string;
      model: string;
      promptVersion: string;
      /** The words of the comment that it answers. */
      forTextMac: string;
      reasons: readonly string[];
      draftedAt: string;
    }>
>;
/** No automatic reply is written to this comment; told once. */
type AiReplySkipped = Event<'AiReplySkipped', 1, CommentId & Readonly<{ reason: string; at: string }>>;
type AiReplyDraftDiscarded = Event<'AiReplyDraftDiscarded', 1, Of & Readonly<{ at: string }>>;
/** `ai`: nobody looked at it. `aiAssisted`: a person sends what a model wrote. `notBefore`: no attempt sooner than this. */
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
/** What must outlive a crash, stored before it is used. */
type ReplyPrepared = Event<'ReplyPrepared', 1, Of & Readonly<{ refs: JsonObject }>>;
/** The intent. Without it no call is made; `fingerprint` is the SHA-256 of what is about to be sent. */
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
/** Its worker did not make the call: nothing was sent, no try is used. */
type ReplyAttemptNotStarted = Event<
  'ReplyAttemptNotStarted',
  1,
  Of & Readonly<{ attemptId: string; reason: NotStartedReason; nextAt: string }>
>;
type ReplyAccepted = Event<
  'ReplyAccepted',
  1,
  Of & Readonly<{ attemptId: string; handle: string; acceptedAt: string; nextAt: string }>
>;
/** Proof that it is there. `remoteId` is null when only a person saw it. */
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
/** The sent reply is there a second time, under another id. */
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
/** Definitely not sent. `retryAt`: when it is tried again; null: by a person only. */
type ReplyFailed = Event<
  'ReplyFailed',
  1,
  Of & Readonly<{ attemptId: string | null; reason: string; words: string | null; retryAt: string | null }>
>;
/** It may or may not be there. */
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
/** Nothing happened and no try is used. */
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
/** The account was connected again: what waited for it goes on. */
type ReplyResumed = Event<'ReplyResumed', 1, Of & Readonly<{ resumedAt: string }>>;
/** It was taken back before anything was sent. `asDraft`: its text stays as a draft for a person. */
type ReplyCancelled = Event<
  'ReplyCancelled',
  1,
  Of & Readonly<{ reason: string; asDraft: boolean; cancelledAt: string }>
>;

export type DraftEvent = AiReplyDrafted | AiReplySkipped | AiReplyDraftDiscarded;
export type TryingEvent =
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
export type ReplyEvent = DraftEvent | TryingEvent;

const DRAFTS: ReadonlySet<string> = new Set<DraftEvent['type']>([
  'AiReplyDrafted',
  'AiReplySkipped',
  'AiReplyDraftDiscarded',
]);

/** Whether an event of a comment tells of trying to send a reply to it. */
export const isOfTrying = <E extends Readonly<{ type: string }>>(
  event: E,
): event is Extract<E, TryingEvent> =>
  !DRAFTS.has(event.type) && event.type !== 'OwnReplySeen' && event.type.includes('Reply');
