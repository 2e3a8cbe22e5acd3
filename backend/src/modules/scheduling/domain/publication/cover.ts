import { NEW_EFFECT, RECONNECT, type Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { eventAbout } from './event-about.ts';
import type { CoverEvent, PublicationEvent, Target } from './publication-events.ts';

/** How far a published video has come to the cover that its writer chose, where that is a call of its own. */
export type Cover = Readonly<{ remoteId: string; effect: Effect }>;

export const isOfCover = (event: PublicationEvent): event is CoverEvent => event.type.startsWith('Cover');

/** What one event makes of it. An event about a cover that nobody asked for makes none. */
export function withCover(before: Cover | null, event: CoverEvent): Cover | null {
  const cover =
    event.type === 'CoverRequested' ? { remoteId: event.data.remoteId, effect: NEW_EFFECT } : before;
  return cover && { ...cover, effect: evolve(cover.effect, coverMoveOf(event)) };
}

/** Its account was connected again. */
export const coverResumed = (cover: Cover | null, at: string): Cover | null =>
  cover && { ...cover, effect: evolve(cover.effect, { kind: 'resumed', at }) };

export const coverWaitsForAccount = (cover: Cover | null): boolean => cover?.effect.waitsFor === RECONNECT;

export function coverMoveOf(event: CoverEvent): Move<null> {
  switch (event.type) {
    case 'CoverRequested': {
      const { requestedAt: at } = event.data;
      return { kind: 'asked', at, nextAt: at, lookUntil: null, atOwnRisk: false };
    }
    case 'CoverAttempted': {
      const { attemptId, number, startedAt, deadline } = event.data;
      return { kind: 'started', attemptId, number, startedAt, startBy: deadline, deadline };
    }
    case 'CoverSet': {
      const { attemptId, setAt: at } = event.data;
      return { kind: 'done', attemptId, result: null, evidence: 'answer', at };
    }
    case 'CoverFailed': {
      const { attemptId, reason, words, retryAt } = event.data;
      return { kind: 'failed', attemptId, reason, words, retryAt };
    }
    case 'CoverPostponed': {
      const { attemptId, reason, words, until } = event.data;
      return { kind: 'postponed', attemptId, reason, words, until };
    }
  }
}

/** Moves as events of this publication. */
export const coverEvents = (target: Target, moves: readonly Move[]): PublicationEvent[] =>
  moves.flatMap((move) => eventsOfMove({ target }, move));

function eventsOfMove(of: Readonly<{ target: Target }>, move: Move): PublicationEvent[] {
  switch (move.kind) {
    case 'started': {
      const { attemptId, number, startedAt, deadline } = move;
      return [eventAbout(of, 'CoverAttempted', { attemptId, number, startedAt, deadline })];
    }
    case 'done':
      return [eventAbout(of, 'CoverSet', { attemptId: move.attemptId, setAt: move.at })];
    case 'failed': {
      const { attemptId, reason, words, retryAt } = move;
      return [eventAbout(of, 'CoverFailed', { attemptId, reason, words, retryAt })];
    }
    case 'postponed': {
      const { attemptId, reason, words, until } = move;
      return [eventAbout(of, 'CoverPostponed', { attemptId, reason, words, until })];
    }
    // One that was not started is tried again at the deadline of its attempt; the others come of no cover.
    case 'asked':
    case 'prepared':
    case 'notStarted':
    case 'accepted':
    case 'doneAgain':
    case 'unknown':
    case 'lookedUp':
    case 'resumed':
    case 'cancelled':
    case 'other':
      return [];
  }
}
