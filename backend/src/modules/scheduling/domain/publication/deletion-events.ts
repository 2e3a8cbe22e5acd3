import type { Event } from '@posthorn/event-sourcing';
import { plain, type EventShapes } from '@posthorn/event-sourcing/event-shape';
import type { StoredReason } from './reasons.ts';
import { owner, target, unchanged, type Target } from './target.ts';

/** A person wants the published post, or the duplicate `remoteId`, deleted from the platform. The actor of the event is that person. */
type RemoteDeletionRequested = Event<
  'RemoteDeletionRequested',
  2,
  Target & Readonly<{ requestedAt: string; remoteId?: string }>
>;
/** The intent. Deleting twice is harmless: after `deadline` the process repeats an attempt without an outcome. */
type RemoteDeletionAttempted = Event<
  'RemoteDeletionAttempted',
  1,
  Target & Readonly<{ number: number; startedAt: string; deadline: string }>
>;
type RemotePostDeleted = Event<'RemotePostDeleted', 1, Target & Readonly<{ deletedAt: string }>>;
/** `retryAt` is set exactly when `retryable`. */
type RemoteDeletionFailed = Event<
  'RemoteDeletionFailed',
  1,
  Target &
    Readonly<{ reason: StoredReason; words: string | null; retryable: boolean; retryAt: string | null }>
>;
/** Nothing happened, and it does not count as a try. */
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
    fields: { ...target, requestedAt: plain, remoteId: owner },
    upcasts: { 1: unchanged },
  },
  RemoteDeletionAttempted: { schema: 1, fields: { ...target, startedAt: plain, deadline: plain } },
  RemotePostDeleted: { schema: 1, fields: { ...target, deletedAt: plain } },
  RemoteDeletionFailed: { schema: 1, fields: { ...target, reason: plain, words: owner, retryAt: plain } },
  RemoteDeletionPostponed: { schema: 1, fields: { ...target, reason: plain, words: owner, until: plain } },
};
