import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { actionShapes, type ActionEvent } from './actions.ts';
import { deletionShapes, type RemoteDeletionEvent } from './deletion-events.ts';
import type { StoredReason, UnknownCause } from './reasons.ts';
import { owner, target, unchanged, type Target } from './target.ts';

export type { Target } from './target.ts';

/** The proof that the post exists: the answer to the call, a status poll, a look-up, or a person who saw it. */
type Evidence = 'answer' | 'status' | 'look-up' | 'person';
/**
 * `refs`: what must survive a crash (record key, idempotency key, media ids, the frozen record). The worker stores it before it uses it. It is stored
 * again with an outcome when the platform's answer contains what the next step needs.
 */
type PublishPrepared = Event<
  'PublishPrepared',
  2,
  Target & Readonly<{ contentHash: string; refs: JsonObject }>
>;
/** The intent. No call is made without it. `fingerprint` is the SHA-256 of what is about to be sent. */
type PublishAttemptStarted = Event<
  'PublishAttemptStarted',
  2,
  Target &
    Readonly<{
      attemptId: string;
      number: number;
      contentHash: string;
      fingerprint: string;
      startedAt: string;
      /** The worker does not make the call after this time. */
      startBy: string;
      /** The call has ended by then. The process reconciles an attempt without outcome after this time. */
      deadline: string;
    }>
>;
/** The platform accepted the post and is still processing it. */
type PublishAccepted = Event<
  'PublishAccepted',
  1,
  Target & Readonly<{ attemptId: string; handle: string; acceptedAt: string; nextAt: string }>
>;
/** `lookAgainAt`: when to search for a second copy, because publishing took more than one attempt. */
export type PlatformPublished = Event<
  'PlatformPublished',
  2,
  Target &
    Readonly<{
      attemptId: string | null;
      remoteId: string | null;
      permalink: string | null;
      publishedAt: string;
      evidence: Evidence;
      lookAgainAt?: string;
    }>
>;
/** The platform has the published post a second time, under another id. */
type DuplicateDetected = Event<
  'DuplicateDetected',
  1,
  Target &
    Readonly<{
      attemptId: string | null;
      remoteId: string;
      permalink: string | null;
      detectedAt: string;
      evidence: Evidence;
    }>
>;
/** The search for a second copy has ended, whether it found one or not. */
type DuplicateSearchEnded = Event<
  'DuplicateSearchEnded',
  1,
  Target & Readonly<{ result: 'none' | 'found' | 'cannot-tell'; endedAt: string }>
>;
/** The post is definitely not published. `words`: the platform's own message. `retryAt` is set exactly when `retryable`. */
type PlatformPublishFailed = Event<
  'PlatformPublishFailed',
  1,
  Target &
    Readonly<{
      attemptId: string | null;
      reason: StoredReason;
      words: string | null;
      retryable: boolean;
      retryAt: string | null;
    }>
>;
/**
 * The post may or may not exist. `nextAt`: the next look-up or repeat; null when a person has to decide. `lookUntil`: where a negative look-up can
 * decide, it decides from then on.
 */
type PlatformPublishUnknown = Event<
  'PlatformPublishUnknown',
  2,
  Target &
    Readonly<{
      attemptId: string;
      cause: UnknownCause;
      words: string | null;
      nextAt: string | null;
      lookUntil?: string;
    }>
>;
/** A look-up that did not find the post. A look-up that found it is `PlatformPublished` with evidence `look-up`. */
type PublishLookedUp = Event<
  'PublishLookedUp',
  1,
  Target &
    Readonly<{
      attemptId: string;
      result: 'absent' | 'failed' | 'cannot-tell';
      words: string | null;
      lookedUpAt: string;
      nextAt: string | null;
    }>
>;
/** Nothing happened, and it does not count as a try: rate limit, open breaker. `attemptId` is set when a started attempt ended that way. */
type PublishPostponed = Event<
  'PublishPostponed',
  1,
  Target & Readonly<{ attemptId: string | null; reason: StoredReason; words: string | null; until: string }>
>;
/**
 * The worker of this attempt did not make its call. Nothing was sent, and it does not count as a try.
 * - `lease-lost`: another worker has the target.
 * - `too-late`: `startBy` had passed.
 * - `out-of-reach`: the worker could not check the lease or the clock.
 * - `owner-leaving`: the owner has requested the deletion of their account.
 */
type PublishAttemptNotStarted = Event<
  'PublishAttemptNotStarted',
  1,
  Target & Readonly<{ attemptId: string; reason: NotStartedReason; nextAt: string }>
>;
/**
 * A person wants a failed or unknown publication sent again. The actor of the event is that person. `lookUntil`: look-ups come first, as before, and
 * the publication stays unknown. `nextAt`: without look-ups, it is sent when a late call can no longer arrive. `atOwnRisk`: the person chose not to
 * wait, and knows that it may appear twice.
 */
type PublishRetryRequested = Event<
  'PublishRetryRequested',
  2,
  Target & Readonly<{ requestedAt: string; lookUntil?: string; nextAt?: string; atOwnRisk?: true }>
>;
type PublicationCancelled = Event<'PublicationCancelled', 1, Target & Readonly<{ reason: StoredReason }>>;
/** Something would prevent publishing at `dueAt`; `words` says what. The check read the post at `postRevision`. */
type PublicationWarned = Event<
  'PublicationWarned',
  1,
  Target & Readonly<{ code: string; words: string; checkedAt: string; dueAt: string; postRevision: number }>
>;
/** The account was connected again: what waited for it goes on, and warnings end. `nextAt` is set when publishing waited. */
type PublicationResumed = Event<
  'PublicationResumed',
  1,
  Target & Readonly<{ resumedAt: string; nextAt: string | null }>
>;
export type PublicationEvent =
  | PublishPrepared
  | PublishAttemptStarted
  | PublishAccepted
  | PlatformPublished
  | DuplicateDetected
  | DuplicateSearchEnded
  | PlatformPublishFailed
  | PlatformPublishUnknown
  | PublishLookedUp
  | PublishPostponed
  | PublishAttemptNotStarted
  | PublishRetryRequested
  | PublicationCancelled
  | PublicationWarned
  | PublicationResumed
  | RemoteDeletionEvent
  | ActionEvent<Target>;

/** The move of each effect of a publication when the account is back. Null for any other event. */
export const asResumed = (event: PublicationEvent): Move<never> | null =>
  event.type === 'PublicationResumed' ? { kind: 'resumed', at: event.data.resumedAt } : null;

/** An account that is back resumes what waited for it, and begins nothing new. */
export const isOfWaiting = (move: Move, row: unknown): boolean =>
  move.kind !== 'resumed' || row !== undefined;

/** A reader could guess a short text from its digest. Schema 1 stored the digest in plain. */
const digestsLocked = { 1: unchanged } as const;

export const publicationShapes: EventShapes<PublicationEvent> = {
  PublishPrepared: {
    schema: 2,
    fields: { ...target, contentHash: owner, refs: owner },
    upcasts: digestsLocked,
  },
  PublishAttemptStarted: {
    schema: 2,
    fields: {
      ...target,
      attemptId: plain,
      contentHash: owner,
      fingerprint: owner,
      startedAt: plain,
      startBy: plain,
      deadline: plain,
    },
    upcasts: digestsLocked,
  },
  PublishAccepted: {
    schema: 1,
    fields: { ...target, attemptId: plain, handle: owner, acceptedAt: plain, nextAt: plain },
  },
  PlatformPublished: {
    schema: 2,
    fields: {
      ...target,
      attemptId: plain,
      remoteId: owner,
      permalink: owner,
      publishedAt: plain,
      evidence: plain,
      lookAgainAt: plain,
    },
    upcasts: { 1: unchanged },
  },
  DuplicateDetected: {
    schema: 1,
    fields: {
      ...target,
      attemptId: plain,
      remoteId: owner,
      permalink: owner,
      detectedAt: plain,
      evidence: plain,
    },
  },
  DuplicateSearchEnded: { schema: 1, fields: { ...target, result: plain, endedAt: plain } },
  PlatformPublishFailed: {
    schema: 1,
    fields: { ...target, attemptId: plain, reason: plain, words: owner, retryAt: plain },
  },
  PlatformPublishUnknown: {
    schema: 2,
    fields: { ...target, attemptId: plain, cause: plain, words: owner, nextAt: plain, lookUntil: plain },
    upcasts: { 1: unchanged },
  },
  PublishLookedUp: {
    schema: 1,
    fields: { ...target, attemptId: plain, result: plain, words: owner, lookedUpAt: plain, nextAt: plain },
  },
  PublishPostponed: {
    schema: 1,
    fields: { ...target, attemptId: plain, reason: plain, words: owner, until: plain },
  },
  PublishAttemptNotStarted: {
    schema: 1,
    fields: { ...target, attemptId: plain, reason: plain, nextAt: plain },
  },
  PublishRetryRequested: {
    schema: 2,
    fields: { ...target, requestedAt: plain, lookUntil: plain, nextAt: plain },
    upcasts: { 1: unchanged },
  },
  PublicationCancelled: { schema: 1, fields: { ...target, reason: plain } },
  PublicationWarned: {
    schema: 1,
    fields: { ...target, code: plain, words: owner, checkedAt: plain, dueAt: plain },
  },
  PublicationResumed: { schema: 1, fields: { ...target, resumedAt: plain, nextAt: plain } },
  ...deletionShapes,
  ...actionShapes(target, owner),
};
