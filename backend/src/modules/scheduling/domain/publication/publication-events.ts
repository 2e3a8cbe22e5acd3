import type { NotStartedReason } from '#infrastructure/effects/attempt/reasons.ts';
import type { Move } from '#infrastructure/effects/attempt/move.ts';
import type { SaidDetails } from '@posthorn/contracts/shared/said';
import type { Event } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import { actionShapes, type ActionEvent } from './actions.ts';
import { deletionShapes, type RemoteDeletionEvent } from './deletion-events.ts';
import type { StoredReason, UnknownCause } from './reasons.ts';
import { ownerOnly, targetFields, unchanged, type Target } from './target.ts';

export type { Target } from './target.ts';

/**
 * What proves that the post exists: the response to the call, a status poll, a look-up, or a person who saw
 * the post.
 */
type Evidence = 'answer' | 'status' | 'look-up' | 'person';
/**
 * `refs`: data that must survive a crash (record key, idempotency key, media ids, the frozen record). The
 * worker stores the references before it uses them. It stores new references together with an outcome when
 * the platform's response contains data for the next step.
 */
type PublishPrepared = Event<
  'PublishPrepared',
  2,
  Target & Readonly<{ contentHash: string; refs: JsonObject }>
>;
/**
 * The intent, always recorded before the call. `fingerprint`: the SHA-256 hash of everything that the call
 * sends.
 */
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
      /** The call has ended by this time. After it, a worker resolves an attempt without an outcome. */
      deadline: string;
    }>
>;
/** The platform accepted the post and is still processing it. */
type PublishAccepted = Event<
  'PublishAccepted',
  1,
  Target & Readonly<{ attemptId: string; handle: string; acceptedAt: string; nextAt: string }>
>;
/**
 * The post is published. `lookAgainAt`: when to search for a second copy, because publishing took more than
 * one attempt, or to ask for the public id. `limited`: the platform says that not everyone can see the post.
 * `awaitsPublicId`: `remoteId` is a handle, and the platform assigns the public id later.
 */
export type PlatformPublished = Event<
  'PlatformPublished',
  3,
  Target &
    Readonly<{
      attemptId: string | null;
      remoteId: string | null;
      permalink: string | null;
      publishedAt: string;
      evidence: Evidence;
      lookAgainAt?: string;
      limited?: true;
      awaitsPublicId?: true;
    }>
>;
/** The platform has assigned the public id of a published post. `handle`: the id that the post had until now. */
type PublicIdAssigned = Event<
  'PublicIdAssigned',
  1,
  Target &
    Readonly<{
      handle: string;
      remoteId: string;
      permalink: string | null;
      publishedAt: string;
      assignedAt: string;
    }>
>;
/** The platform assigned no public id for a long time, or no longer has the post. Posthorn does not ask again. */
type PublicIdSearchEnded = Event<'PublicIdSearchEnded', 1, Target & Readonly<{ endedAt: string }>>;
/** The platform has a second copy of the published post, with a different id. */
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
/** The search for a second copy has ended, with or without a find. */
type DuplicateSearchEnded = Event<
  'DuplicateSearchEnded',
  1,
  Target & Readonly<{ result: 'none' | 'found' | 'cannot-tell'; endedAt: string }>
>;
/**
 * The post is definitely not published. `words`: the platform's message, or with `values` a sentence of
 * Posthorn. `retryAt`: when the next try is due; null exactly when `retryable` is false.
 */
type PlatformPublishFailed = Event<
  'PlatformPublishFailed',
  2,
  Target &
    SaidDetails &
    Readonly<{
      attemptId: string | null;
      reason: StoredReason;
      words: string | null;
      retryable: boolean;
      retryAt: string | null;
    }>
>;
/**
 * The post may or may not exist. `nextAt`: the next look-up or repetition; null: a person must decide.
 * `lookUntil`: from this time on, a look-up that does not find the post proves that it does not exist; absent
 * on platforms where a look-up never proves this.
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
/**
 * A look-up did not find the post. A look-up that finds the post is recorded as `PlatformPublished` with
 * evidence `look-up`. With `values`, `words` are a sentence of Posthorn.
 */
type PublishLookedUp = Event<
  'PublishLookedUp',
  2,
  Target &
    SaidDetails &
    Readonly<{
      attemptId: string;
      result: 'absent' | 'failed' | 'cannot-tell';
      words: string | null;
      lookedUpAt: string;
      nextAt: string | null;
    }>
>;
/**
 * Nothing happened on the platform, and this does not count as a try: for example a rate limit or an open
 * circuit breaker. `attemptId`: the started attempt that ended this way, if any. With `values`, `words` are a
 * sentence of Posthorn.
 */
type PublishPostponed = Event<
  'PublishPostponed',
  2,
  Target &
    SaidDetails &
    Readonly<{ attemptId: string | null; reason: StoredReason; words: string | null; until: string }>
>;
/**
 * The worker of this attempt did not make the call. Nothing was sent, and the attempt does not count as a
 * try.
 * - `lease-lost`: another worker has the target, or publishing is on hold.
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
 * A person requested to send a failed, cancelled or unknown publication again. The actor of the event is this
 * person.
 * - `lookUntil`: look-ups come first, and the publication stays unknown. If it equals `requestedAt`, the same call is
 *   repeated at once.
 * - `nextAt`: without look-ups, the post is sent when a late call can no longer arrive.
 * - `atOwnRisk`: the person chose not to wait, and accepts that the post may appear twice.
 */
type PublishRetryRequested = Event<
  'PublishRetryRequested',
  2,
  Target & Readonly<{ requestedAt: string; lookUntil?: string; nextAt?: string; atOwnRisk?: true }>
>;
type PublicationCancelled = Event<'PublicationCancelled', 1, Target & Readonly<{ reason: StoredReason }>>;
/**
 * A check found a problem that would prevent publishing at `dueAt`. `words`: the problem. `values`: the names
 * and figures in it; older events do not have them. `postRevision`: the revision of the checked post.
 */
type PublicationWarned = Event<
  'PublicationWarned',
  2,
  Target &
    SaidDetails &
    Readonly<{ code: string; words: string; checkedAt: string; dueAt: string; postRevision: number }>
>;
/**
 * The account was connected again: everything that waited for the account continues, and its warnings end.
 * `nextAt`: when publishing continues; null: only something else had waited.
 */
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
  | PublicIdAssigned
  | PublicIdSearchEnded
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

/** The move of each effect when the account was connected again. Null for all other events. */
export const asResumed = (event: PublicationEvent): Move<never> | null =>
  event.type === 'PublicationResumed' ? { kind: 'resumed', at: event.data.resumedAt } : null;

/** Whether a move applies to an effect's row. A new connection of the account resumes only existing rows. */
export const appliesToRow = (move: Move, row: unknown): boolean =>
  move.kind !== 'resumed' || row !== undefined;

/** The hashes are encrypted since schema 2, because a short text could be guessed from its hash. */
const HASHES_ENCRYPTED = { 1: unchanged } as const;
/** The details are optional since schema 2. */
const DETAILS_ADDED = { 1: unchanged } as const;
const details = { variant: plain, values: ownerOnly };

export const publicationShapes: EventShapes<PublicationEvent> = {
  PublishPrepared: {
    schema: 2,
    fields: { ...targetFields, contentHash: ownerOnly, refs: ownerOnly },
    upcasts: HASHES_ENCRYPTED,
  },
  PublishAttemptStarted: {
    schema: 2,
    fields: {
      ...targetFields,
      attemptId: plain,
      contentHash: ownerOnly,
      fingerprint: ownerOnly,
      startedAt: plain,
      startBy: plain,
      deadline: plain,
    },
    upcasts: HASHES_ENCRYPTED,
  },
  PublishAccepted: {
    schema: 1,
    fields: { ...targetFields, attemptId: plain, handle: ownerOnly, acceptedAt: plain, nextAt: plain },
  },
  PlatformPublished: {
    schema: 3,
    fields: {
      ...targetFields,
      attemptId: plain,
      remoteId: ownerOnly,
      permalink: ownerOnly,
      publishedAt: plain,
      evidence: plain,
      lookAgainAt: plain,
    },
    upcasts: { 1: unchanged, 2: unchanged },
  },
  PublicIdAssigned: {
    schema: 1,
    fields: {
      ...targetFields,
      handle: ownerOnly,
      remoteId: ownerOnly,
      permalink: ownerOnly,
      publishedAt: plain,
      assignedAt: plain,
    },
  },
  PublicIdSearchEnded: { schema: 1, fields: { ...targetFields, endedAt: plain } },
  DuplicateDetected: {
    schema: 1,
    fields: {
      ...targetFields,
      attemptId: plain,
      remoteId: ownerOnly,
      permalink: ownerOnly,
      detectedAt: plain,
      evidence: plain,
    },
  },
  DuplicateSearchEnded: { schema: 1, fields: { ...targetFields, result: plain, endedAt: plain } },
  PlatformPublishFailed: {
    schema: 2,
    fields: {
      ...targetFields,
      ...details,
      attemptId: plain,
      reason: plain,
      words: ownerOnly,
      retryAt: plain,
    },
    upcasts: DETAILS_ADDED,
  },
  PlatformPublishUnknown: {
    schema: 2,
    fields: {
      ...targetFields,
      attemptId: plain,
      cause: plain,
      words: ownerOnly,
      nextAt: plain,
      lookUntil: plain,
    },
    upcasts: { 1: unchanged },
  },
  PublishLookedUp: {
    schema: 2,
    fields: {
      ...targetFields,
      ...details,
      attemptId: plain,
      result: plain,
      words: ownerOnly,
      lookedUpAt: plain,
      nextAt: plain,
    },
    upcasts: DETAILS_ADDED,
  },
  PublishPostponed: {
    schema: 2,
    fields: { ...targetFields, ...details, attemptId: plain, reason: plain, words: ownerOnly, until: plain },
    upcasts: DETAILS_ADDED,
  },
  PublishAttemptNotStarted: {
    schema: 1,
    fields: { ...targetFields, attemptId: plain, reason: plain, nextAt: plain },
  },
  PublishRetryRequested: {
    schema: 2,
    fields: { ...targetFields, requestedAt: plain, lookUntil: plain, nextAt: plain },
    upcasts: { 1: unchanged },
  },
  PublicationCancelled: { schema: 1, fields: { ...targetFields, reason: plain } },
  PublicationWarned: {
    schema: 2,
    fields: { ...targetFields, ...details, code: plain, words: ownerOnly, checkedAt: plain, dueAt: plain },
    upcasts: DETAILS_ADDED,
  },
  PublicationResumed: { schema: 1, fields: { ...targetFields, resumedAt: plain, nextAt: plain } },
  ...deletionShapes,
  ...actionShapes(targetFields, ownerOnly),
};
