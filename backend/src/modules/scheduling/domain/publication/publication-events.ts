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

/** What proved that the post is there: the answer to the call, a status poll, a look-up, or a person who saw it. */
type Evidence = 'answer' | 'status' | 'look-up' | 'person';
/**
 * `refs`: what must outlive a crash (record key, idempotency key, media ids, the frozen record). Stored before it is used; and
 * with an outcome, where the platform's answer teaches what the next step has to know.
 */
type PublishPrepared = Event<
  'PublishPrepared',
  2,
  Target & Readonly<{ contentHash: string; refs: JsonObject }>
>;
/** The intent. Without it no call is made; `fingerprint` is the SHA-256 of what is about to be sent. */
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
      /** The call must have begun by then, or it is not made. */
      startBy: string;
      /** The call is over by then; an attempt without outcome later than this is reconciled. */
      deadline: string;
    }>
>;
/** The platform took it and is still working on it. */
type PublishAccepted = Event<
  'PublishAccepted',
  1,
  Target & Readonly<{ attemptId: string; handle: string; acceptedAt: string; nextAt: string }>
>;
/** `lookAgainAt`: it took more than one attempt, so a second one is looked for then. */
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
/** The published post is there a second time, under another id. */
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
/** The look for a second one is over, whatever it found. */
type DuplicateSearchEnded = Event<
  'DuplicateSearchEnded',
  1,
  Target & Readonly<{ result: 'none' | 'found' | 'cannot-tell'; endedAt: string }>
>;
/** Definitely not published. `words`: the platform's own. `retryAt` is set exactly when `retryable`. */
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
 * It may or may not be there. `nextAt`: the next look-up or repeat; null when a person has to decide. `lookUntil`: from then
 * on a negative look-up decides, where one does.
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
/** A look-up that did not find it (one that did is `PlatformPublished` with evidence `look-up`). */
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
/** Nothing happened and no try is used: rate limit, open breaker. `attemptId` when a started attempt ended that way. */
type PublishPostponed = Event<
  'PublishPostponed',
  1,
  Target & Readonly<{ attemptId: string | null; reason: StoredReason; words: string | null; until: string }>
>;
/**
 * The worker of this attempt did not make its call: nothing was sent, no try is used. `lease-lost`: another worker has
 * the target; `too-late`: `startBy` had passed; `out-of-reach`: the lease or the clock could not be asked for;
 * `owner-leaving`: its owner has asked to be deleted.
 */
type PublishAttemptNotStarted = Event<
  'PublishAttemptNotStarted',
  1,
  Target & Readonly<{ attemptId: string; reason: NotStartedReason; nextAt: string }>
>;
/**
 * A person wants a failed or unknown publication sent again; the actor of the event is that person. `lookUntil`: it is
 * looked for first, as before, and stays unknown. `nextAt`: where that cannot be, it is sent when a late call can no longer
 * arrive. `atOwnRisk`: the person chose not to wait, knowing that it may appear twice.
 */
type PublishRetryRequested = Event<
  'PublishRetryRequested',
  2,
  Target & Readonly<{ requestedAt: string; lookUntil?: string; nextAt?: string; atOwnRisk?: true }>
>;
type PublicationCancelled = Event<'PublicationCancelled', 1, Target & Readonly<{ reason: StoredReason }>>;
/** Something would keep it from being published at `dueAt`; `words` says what. Seen on the post as it was at `postRevision`. */
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

/** That the account is back, as every effect of a publication takes it. Null: the event tells something else. */
export const asResumed = (event: PublicationEvent): Move<never> | null =>
  event.type === 'PublicationResumed' ? { kind: 'resumed', at: event.data.resumedAt } : null;

/** That the account is back goes on with what waited for it, and begins nothing. */
export const isOfWaiting = (move: Move, row: unknown): boolean =>
  move.kind !== 'resumed' || row !== undefined;

/** From a digest that everybody can read, a short text can be guessed. Schema 1 stored it openly. */
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
