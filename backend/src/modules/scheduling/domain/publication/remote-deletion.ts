import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import { eventsTold } from './event-about.ts';
import type { RemoteDeletionEvent } from './deletion-events.ts';
import type { PublicationEvent, Target } from './publication-events.ts';

/** How far the wish to take a published post off its platform has come. */
export type OpenRemoteDeletion = Readonly<{
  status: 'requested' | 'attempting' | 'deleted' | 'failed';
  /** The duplicate that is to go; null: the published post itself. */
  remoteId: string | null;
  requestedAt: string;
  /** Since it was asked for; postponements are not counted. */
  tries: number;
  number: number;
  /** Attempts that were made for earlier wishes. */
  earlier: number;
  waitsFor: string | null;
  /** When something is to be done next; null when it is over. */
  dueAt: string | null;
  lastReason: string | null;
  lastWords: string | null;
}>;

export const isOfDeletion = (event: PublicationEvent): event is RemoteDeletionEvent =>
  event.type.startsWith('RemoteDeletion') || event.type === 'RemotePostDeleted';

/** What one event makes of the wish. An event about a wish that nobody had makes none. */
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

/** Attempts are counted through all wishes, so that a late answer to an earlier one is told apart. */
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

/** The attempt with this number; numbers are all that a deletion's events tell of attempts. */
const attemptIdOf = (number: number): string => String(number);

/** A wish to delete as an effect. */
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

/** Only its number and its end matter, and that it may be made again after that. */
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

/** An event about a deletion as a move; the attempt it is about is the last one of the wish as it was before. */
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
 * Moves as events of this publication. A late success of an attempt for an earlier wish tells nothing of this one; a deletion that was not
 * started is tried again at the deadline of its attempt.
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
      return eventsTold(story, target, move, also);
    });
