import { assertNever, type Stream } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import {
  publicationShapes,
  type PublicationEvent,
  type Target,
  type UnknownCause,
} from './publication-events.ts';

/** One try to publish, from its intent to what came of it. */
export type Attempt = Readonly<{
  attemptId: string;
  number: number;
  contentHash: string;
  startedAt: string;
  startBy: string;
  deadline: string;
  /** It sends again what may be there already, as is: why nobody knew. What it meets says nothing about the one before. */
  repeats: UnknownCause | null;
}>;

/** How far one post has come on one account. */
export type Publication = Readonly<{
  status:
    'scheduled' | 'attempting' | 'accepted' | 'retrying' | 'unknown' | 'posted' | 'failed' | 'cancelled';
  target: Target | null;
  prepared: Readonly<{ contentHash: string; refs: JsonObject }> | null;
  /** The last attempt that was started. */
  attempt: Attempt | null;
  /** Why the outcome was last unknown. */
  unclear: UnknownCause | null;
  /** What the platform said last when it refused. */
  lastWords: string | null;
  /** Attempts and failed preparations since the post was due or a person asked again; postponements are not counted. */
  tries: number;
  /** When a person asked for another try; giving up is counted from then on. */
  askedAgainAt: string | null;
  /** When something is to be done next; null before the first attempt, when settled, and when a person decides. */
  nextAt: string | null;
  accepted: Readonly<{ handle: string; at: string }> | null;
  /** Instants at which the platform said that the last attempt's post is not there. */
  absences: readonly string[];
  /** The last look-up proved nothing; told once, not each time. */
  lookUpFailed: boolean;
}>;

/** The stream id of one target. */
export const publicationId = (postId: number, accountId: number): string =>
  `${String(postId)}-${String(accountId)}`;

/** A publication in one of these states waits for nobody. */
export const isSettled = ({ status }: Publication): boolean =>
  status === 'posted' || status === 'failed' || status === 'cancelled';

export const publicationStream: Stream<Publication, PublicationEvent> = {
  category: 'publication',
  initial: {
    status: 'scheduled',
    target: null,
    prepared: null,
    attempt: null,
    unclear: null,
    lastWords: null,
    tries: 0,
    askedAgainAt: null,
    nextAt: null,
    accepted: null,
    absences: [],
    lookUpFailed: false,
  },
  evolve(before, event) {
    const { postId, accountId, ownerId, platform } = event.data;
    const now: Publication = before.target
      ? before
      : { ...before, target: { postId, accountId, ownerId, platform } };
    switch (event.type) {
      case 'PublishPrepared': {
        const { contentHash, refs } = event.data;
        return { ...now, prepared: { contentHash, refs } };
      }
      case 'PublishAttemptStarted': {
        const { attemptId, number, contentHash, startedAt, startBy, deadline } = event.data;
        return {
          ...now,
          status: 'attempting',
          attempt: {
            attemptId,
            number,
            contentHash,
            startedAt,
            startBy,
            deadline,
            repeats: now.status === 'unknown' ? now.unclear : null,
          },
          tries: now.tries + 1,
          nextAt: deadline,
          accepted: null,
          absences: [],
          lookUpFailed: false,
        };
      }
      case 'PublishAccepted': {
        const { handle, acceptedAt, nextAt } = event.data;
        return { ...now, status: 'accepted', accepted: { handle, at: acceptedAt }, nextAt };
      }
      case 'PlatformPublished':
        return { ...now, status: 'posted', nextAt: null };
      case 'PlatformPublishFailed': {
        const { attemptId, words, retryable, retryAt } = event.data;
        return {
          ...now,
          status: retryable ? 'retrying' : 'failed',
          lastWords: words ?? now.lastWords,
          // A preparation that failed has used a try without an attempt.
          tries: attemptId === null ? now.tries + 1 : now.tries,
          nextAt: retryable ? retryAt : null,
        };
      }
      case 'PlatformPublishUnknown':
        return { ...now, status: 'unknown', unclear: event.data.cause, nextAt: event.data.nextAt };
      case 'PublishLookedUp': {
        const { result, lookedUpAt, nextAt } = event.data;
        return {
          ...now,
          nextAt,
          absences: result === 'absent' ? [...now.absences, lookedUpAt] : now.absences,
          lookUpFailed: result === 'failed',
        };
      }
      case 'PublishPostponed': {
        const ended = event.data.attemptId !== null;
        return {
          ...now,
          status: !ended ? now.status : now.attempt?.repeats ? 'unknown' : 'retrying',
          tries: ended ? Math.max(0, now.tries - 1) : now.tries,
          nextAt: event.data.until,
        };
      }
      case 'PublishRetryRequested': {
        const { requestedAt } = event.data;
        return { ...now, status: 'retrying', tries: 0, askedAgainAt: requestedAt, nextAt: requestedAt };
      }
      case 'PublicationCancelled':
        return { ...now, status: 'cancelled', nextAt: null };
      default:
        return assertNever(event);
    }
  },
  shapes: publicationShapes,
};

export type { PublicationEvent } from './publication-events.ts';
