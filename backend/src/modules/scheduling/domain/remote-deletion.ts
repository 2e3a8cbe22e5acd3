import { assertNever } from '@posthorn/event-sourcing';
import type { PublicationEvent, RemoteDeletionEvent } from './publication-events.ts';

/** How far the wish to take a published post off its platform has come. */
export type RemoteDeletion = Readonly<{
  status: 'requested' | 'attempting' | 'deleted' | 'failed';
  /** The duplicate that is to go; null: the published post itself. */
  remoteId: string | null;
  requestedAt: string;
  /** Since it was asked for; postponements are not counted. */
  tries: number;
  number: number;
  waitsFor: string | null;
  /** When something is to be done next; null when it is over. */
  nextAt: string | null;
  lastReason: string | null;
  lastWords: string | null;
}>;

export const isOfDeletion = (event: PublicationEvent): event is RemoteDeletionEvent =>
  event.type.startsWith('RemoteDeletion') || event.type === 'RemotePostDeleted';

/** What one fact makes of the wish. A fact about a wish that nobody had makes none. */
export function withDeletion(
  before: RemoteDeletion | null,
  { type, data }: RemoteDeletionEvent,
): RemoteDeletion | null {
  if (type === 'RemoteDeletionRequested') {
    const { requestedAt, remoteId = null } = data;
    return {
      status: 'requested',
      remoteId,
      requestedAt,
      tries: 0,
      number: before?.number ?? 0,
      waitsFor: null,
      nextAt: requestedAt,
      lastReason: null,
      lastWords: null,
    };
  }
  if (!before) return null;
  switch (type) {
    case 'RemoteDeletionAttempted': {
      const { number, deadline: nextAt } = data;
      return { ...before, status: 'attempting', number, tries: before.tries + 1, waitsFor: null, nextAt };
    }
    case 'RemotePostDeleted':
      return { ...before, status: 'deleted', waitsFor: null, nextAt: null };
    case 'RemoteDeletionFailed': {
      const { retryable, retryAt: nextAt, reason: lastReason, words } = data;
      const status = retryable ? 'requested' : 'failed';
      return { ...before, status, waitsFor: null, nextAt, lastReason, lastWords: words ?? before.lastWords };
    }
    case 'RemoteDeletionPostponed': {
      const { reason: waitsFor, until: nextAt, words } = data;
      const tries = before.status === 'attempting' ? Math.max(0, before.tries - 1) : before.tries;
      return {
        ...before,
        status: 'requested',
        tries,
        waitsFor,
        nextAt,
        lastWords: words ?? before.lastWords,
      };
    }
    default:
      return assertNever(type);
  }
}

/** Its account was connected again. */
export const resumed = (deletion: RemoteDeletion | null, at: string): RemoteDeletion | null =>
  deletion?.waitsFor === 'reconnect' ? { ...deletion, waitsFor: null, nextAt: at } : deletion;
