import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { StoredReason } from './reasons.ts';
import { ownerOnly, targetFields, unchanged, type Target } from './target.ts';

/**
 * A person requested to delete the published post, or the duplicate `remoteId`, on the platform. The actor of
 * the event is this person.
 */
type RemoteDeletionRequested = Event<
  'RemoteDeletionRequested',
  2,
  Target & Readonly<{ requestedAt: string; remoteId?: string }>
>;
/**
 * The intent, recorded before the call. Deleting twice is harmless. So after `deadline`, the worker repeats
 * an attempt without an outcome.
 */
type RemoteDeletionAttempted = Event<
  'RemoteDeletionAttempted',
  1,
  Target & Readonly<{ number: number; startedAt: string; deadline: string }>
>;
type RemotePostDeleted = Event<'RemotePostDeleted', 1, Target & Readonly<{ deletedAt: string }>>;
/** `retryAt`: when the next try is due; null exactly when `retryable` is false. */
type RemoteDeletionFailed = Event<
  'RemoteDeletionFailed',
  1,
  Target &
    Readonly<{ reason: StoredReason; words: string | null; retryable: boolean; retryAt: string | null }>
>;
/** Nothing happened on the platform, and the attempt does not count as a try. */
type RemoteDeletionPostponed = Event<
  'RemoteDeletionPostponed',
  1,
  Target & Readonly<{ reason: StoredReason; words: string | null; until: string }>
>;

export type RemoteDeletionEvent =
  | RemoteDeletionRequested
  | RemoteDeletionAttempted
  | RemotePostDeleted
  | RemoteDeletionFailed
  | RemoteDeletionPostponed;

export const deletionShapes: EventShapes<RemoteDeletionEvent> = {
  RemoteDeletionRequested: {
    schema: 2,
    fields: { ...targetFields, requestedAt: plain, remoteId: ownerOnly },
    upcasts: { 1: unchanged },
  },
  RemoteDeletionAttempted: { schema: 1, fields: { ...targetFields, startedAt: plain, deadline: plain } },
  RemotePostDeleted: { schema: 1, fields: { ...targetFields, deletedAt: plain } },
  RemoteDeletionFailed: {
    schema: 1,
    fields: { ...targetFields, reason: plain, words: ownerOnly, retryAt: plain },
  },
  RemoteDeletionPostponed: {
    schema: 1,
    fields: { ...targetFields, reason: plain, words: ownerOnly, until: plain },
  },
};
