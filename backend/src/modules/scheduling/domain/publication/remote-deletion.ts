import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import { recordMove } from './event-about.ts';
import type { RemoteDeletionEvent } from './deletion-events.ts';
import type { PublicationEvent, Target } from './publication-events.ts';

/** How far the request to delete a published post from its platform has come. */
export type OpenRemoteDeletion = Readonly<{
  status: 'requested' | 'attempting' | 'deleted' | 'failed';
  /** The duplicate to delete; null: the published post itself. */
  remoteId: string | null;
  requestedAt: string;
  /** Tries since the request; postponements are not counted. */
  tries: number;
  number: number;
  /** Attempts that were made for earlier requests. */
  earlier: number;
  waitsFor: string | null;
  /** When the next step is due; null when the deletion has ended. */
  dueAt: string | null;
  lastReason: string | null;
  lastWords: string | null;
}>;

export const isOfDeletion = (event: PublicationEvent): event is RemoteDeletionEvent =>
  event.type.startsWith('RemoteDeletion') || event.type === 'RemotePostDeleted';

/** The request after one event. An event without a request before it changes nothing. */
export function withDeletion(
  before: OpenRemoteDeletion | null,
  event: RemoteDeletionEvent,
): OpenRemoteDeletion | null {
  const wish = event.type === 'RemoteDeletionRequested' ? newWish(before, event.data) : before;
  return wish && after(wish, deletionMoveOf(wish, event));
}

/** Its account was connected again. */
export const resumed = (deletion: OpenRemoteDeletion | null, at: string): OpenRemoteDeletion | null =>
  deletion?.waitsFor === RECONNECT ? after(deletion, { kind: 'resumed', at }) : deletion;

/** Attempts are counted through all requests, so that a late answer to an earlier request is recognized. */
const newWish = (
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

function after(wish: OpenRemoteDeletion, move: Move): OpenRemoteDeletion {
  const effect = evolve(deletionEffect(wish), move);
  const { tries, waitsFor, dueAt, lastReason, lastWords } = effect;
  const number = effect.attempt?.number ?? wish.number;
  return { ...wish, status: statusOf(effect), number, tries, waitsFor, dueAt, lastReason, lastWords };
}

function statusOf({ status }: Effect): OpenRemoteDeletion['status'] {
  if (status === 'done') return 'deleted';
  return status === 'attempting' || status === 'failed' ? status : 'requested';
}

/** The attempt with this number. Events of a deletion carry only the number of an attempt. */
const attemptIdOf = (number: number): string => String(number);

/** A request to delete, as an effect. */
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

/** Only its number and its end matter, and that it may be repeated after that. */
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

/** An event about a deletion as a move. Its attempt is the last one of the request before the event. */
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
 * Moves as events of this publication. A late success of an attempt for an earlier request changes nothing here. A deletion that was not started is
 * tried again at the deadline of its attempt.
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
      return recordMove(story, target, move, also);
    });
