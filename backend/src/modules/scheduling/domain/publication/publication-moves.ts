import type { Effect } from '#infrastructure/effects/attempt/effect.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import { effectStory } from '#infrastructure/effects/effect-story.ts';
import type { PublicationEvent } from './publication-events.ts';

/** The state of publishing: an effect whose success is a post. */
export type PublishingEffect = Omit<Effect, 'status'> &
  Readonly<{ status: Exclude<Effect['status'], 'done'> | 'posted' }>;

/** The post on its platform. `remoteId`: null when a person confirmed the post. For the other fields, see `PlatformPublished`. */
export type Copied = Readonly<{
  remoteId: string | null;
  permalink: string | null;
  limited?: true;
  awaitsPublicId?: true;
}>;

/** A publication in the form of the general retry rules, which do not know posts. */
export function effectOf({ status, ...rest }: PublishingEffect): Effect {
  const { attempt, unclear, lastWords, lastSaid, tries, unused, eventCount } = rest;
  const { requestedAt, waitsFor, dueAt, accepted, absences, lookUpFailed } = rest;
  return {
    status: status === 'posted' ? 'done' : status,
    // The reason of the last failure is not kept: when the time is over, the event has the reason `gave-up`.
    lastReason: null,
    attempt,
    unclear,
    lastWords,
    lastSaid,
    tries,
    unused,
    eventCount,
    requestedAt,
    waitsFor,
    dueAt,
    accepted,
    absences,
    lookUpFailed,
  };
}

/** The state of the effect after one event. */
export function publishingAfter(before: PublishingEffect, event: PublicationEvent): PublishingEffect {
  const { status, ...rest } = evolve(effectOf(before), moveOf(event));
  return { ...rest, status: status === 'done' ? 'posted' : status };
}

const RESULT = ['remoteId', 'permalink'];
/** The details of a sentence of Posthorn. */
const DETAILS = ['variant', 'values'];

export const publicationStory = effectStory<PublicationEvent, Copied>({
  asked: { type: 'PublishRetryRequested', named: { at: 'requestedAt' }, isOnlyRead: true },
  started: { type: 'PublishAttemptStarted' },
  notStarted: { type: 'PublishAttemptNotStarted' },
  accepted: { type: 'PublishAccepted', named: { at: 'acceptedAt' } },
  done: { type: 'PlatformPublished', named: { at: 'publishedAt' }, result: RESULT },
  doneAgain: { type: 'DuplicateDetected', named: { at: 'detectedAt' }, result: RESULT },
  failed: { type: 'PlatformPublishFailed', also: DETAILS },
  unknown: { type: 'PlatformPublishUnknown' },
  lookedUp: { type: 'PublishLookedUp', named: { at: 'lookedUpAt' }, also: DETAILS },
  postponed: { type: 'PublishPostponed', also: DETAILS },
  cancelled: { type: 'PublicationCancelled' },
});

/**
 * The move that an event of a publication records. Events about covers, deletions and checks are not moves of
 * publishing.
 */
export function moveOf(event: PublicationEvent): Move<Copied> {
  if (event.type === 'PublishPrepared') return { kind: 'prepared' };
  if (event.type === 'PublicationResumed') {
    const { nextAt } = event.data;
    return nextAt === null ? { kind: 'other' } : { kind: 'resumed', at: nextAt };
  }
  return publicationStory.moveOf(event);
}
