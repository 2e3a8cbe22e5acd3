import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import { eventsOfStory } from './event-about.ts';
import type { RemoteDeletionEvent } from './deletion-events.ts';
import type { PublicationEvent, Target } from './publication-events.ts';

/** The state of the last request to delete a published post on its platform. */
export type OpenRemoteDeletion = Readonly<{
  status: 'requested' | 'attempting' | 'deleted' | 'failed';
  /** The duplicate to delete; null: the published post itself. */
  remoteId: string | null;
  requestedAt: string;
  /** The tries since the request; postponed attempts do not count. */
  tries: number;
  /** The number of the last attempt, counted through all requests. 0: there was none. */
  number: number;
  /** The number of attempts for earlier requests. */
  earlier: number;
  waitsFor: string | null;
  /** When the next step is due; null when the deletion has ended. */
  dueAt: string | null;
  lastReason: string | null;
  lastWords: string | null;
}>;

export const isDeletionEvent = (event: PublicationEvent): event is RemoteDeletionEvent =>
  event.type.startsWith('RemoteDeletion') || event.type === 'RemotePostDeleted';

/** The state after one event. An event without an earlier request changes nothing. */
export function withDeletion(
  before: OpenRemoteDeletion | null,
  event: RemoteDeletionEvent,
): OpenRemoteDeletion | null {
  const request = event.type === 'RemoteDeletionRequested' ? newRequest(before, event.data) : before;
  return request && withMove(request, deletionMoveOf(request, event));
}

/** The state after the account was connected again. */
export const resumed = (deletion: OpenRemoteDeletion | null, at: string): OpenRemoteDeletion | null =>
  deletion?.waitsFor === RECONNECT ? withMove(deletion, { kind: 'resumed', at }) : deletion;

/** Attempts are numbered through all requests, so that a late result for an earlier request is recognized. */
const newRequest = (
  before: OpenRemoteDeletion | null,
  { requestedAt, remoteId = null }: Readonly<{ requestedAt: string; remoteId?: string | null }>,
): OpenRemoteDeletion => ({
  status: 'requested',
  remoteId,
  requestedAt,
  tries: 0,
  number: before?.number ?? 0,
  earlier: before?.number ?? 0,
  waitsFor: null,
  dueAt: requestedAt,
  lastReason: null,
  lastWords: null,
});

function withMove(request: OpenRemoteDeletion, move: Move): OpenRemoteDeletion {
  const effect = evolve(deletionEffect(request), move);
  const { tries, waitsFor, dueAt, lastReason, lastWords } = effect;
  const number = effect.attempt?.number ?? request.number;
  return { ...request, status: statusOf(effect), number, tries, waitsFor, dueAt, lastReason, lastWords };
}

function statusOf({ status }: Effect): OpenRemoteDeletion['status'] {
  if (status === 'done') return 'deleted';
  return status === 'attempting' || status === 'failed' ? status : 'requested';
}

/** The attempt id for this number. Events of a deletion contain only the number of an attempt. */
const attemptIdOf = (number: number): string => String(number);

/** A request to delete, in the form of the effect rules. */
export const deletionEffect = (deletion: OpenRemoteDeletion): Effect => ({
  ...NEW_EFFECT,
  status: STATUS[deletion.status],
  attempt: attemptOf(deletion),
  lastReason: deletion.lastReason,
  lastWords: deletion.lastWords,
  tries: deletion.tries,
  requestedAt: deletion.requestedAt,
  waitsFor: deletion.waitsFor,
  dueAt: deletion.dueAt,
});

const STATUS = {
  requested: 'retrying',
  attempting: 'attempting',
  deleted: 'done',
  failed: 'failed',
} as const satisfies Record<OpenRemoteDeletion['status'], Effect['status']>;

/** The rules use only the attempt's number and deadline, and the fact that a repetition is harmless. */
const attemptOf = ({ number, dueAt }: OpenRemoteDeletion): Effect['attempt'] =>
  number === 0
    ? null
    : {
        attemptId: attemptIdOf(number),
        number,
        startedAt: dueAt ?? '',
        startBy: dueAt ?? '',
        deadline: dueAt ?? '',
        repeats: null,
      };

const story = effectStory<RemoteDeletionEvent>({
  asked: { type: 'RemoteDeletionRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  started: { type: 'RemoteDeletionAttempted', without: ['attemptId', 'startBy'] },
  done: { type: 'RemotePostDeleted', named: { at: 'deletedAt' }, without: ['attemptId'] },
  failed: { type: 'RemoteDeletionFailed', without: ['attemptId'] },
  postponed: { type: 'RemoteDeletionPostponed', without: ['attemptId'] },
});

/** The move that an event of a deletion records. The attempt is the last attempt before the event. */
export function deletionMoveOf(
  { status, number }: Pick<OpenRemoteDeletion, 'status' | 'number'>,
  event: RemoteDeletionEvent,
): Move {
  const move = story.moveOf(event);
  if (move.kind === 'started') return { ...move, attemptId: attemptIdOf(move.number) };
  if (move.kind === 'done' || move.kind === 'failed') return { ...move, attemptId: attemptIdOf(number) };
  if (move.kind !== 'postponed') return move;
  return { ...move, attemptId: status === 'attempting' ? attemptIdOf(number) : null };
}

/**
 * The events that record these moves. Ignores a late success of an attempt for an earlier request. No event
 * records that an attempt was not started: the deletion is tried again at the deadline of this attempt.
 */
export const deletionEvents = (
  target: Target,
  { earlier }: OpenRemoteDeletion,
  moves: readonly Move[],
): PublicationEvent[] =>
  moves
    .filter((move) => move.kind !== 'done' || Number(move.attemptId) > earlier)
    .flatMap((move) => {
      const also = move.kind === 'failed' ? { retryable: move.retryAt !== null } : {};
      return eventsOfStory(story, target, move, also);
    });
