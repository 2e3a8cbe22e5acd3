import { assertNever, type Stream } from '@posthorn/event-sourcing';
import type { JsonObject } from '@posthorn/event-sourcing/event-store';
import { isOfDeletion, resumed, withDeletion, type RemoteDeletion } from './remote-deletion.ts';
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
  /** Facts of trying since it was due or a person asked again; see `story.ts`. */
  facts: number;
  /** Attempts since then that used no try: they were not started, or the platform asked for a pause. */
  unused: number;
  /** When a person asked for another try; giving up is counted from then on. */
  askedAgainAt: string | null;
  /** Why it was last put off, until something else happens. */
  waitsFor: string | null;
  /** When something is to be done next; null before the first attempt, when settled, and when a person decides. */
  nextAt: string | null;
  accepted: Readonly<{ handle: string; at: string }> | null;
  /** Instants at which the platform said that the last attempt's post is not there. */
  absences: readonly string[];
  /** The last look-up proved nothing; told once, not each time. */
  lookUpFailed: boolean;
  /** What its owner was warned of, each at the post's revision that was looked at. */
  warnings: readonly Readonly<{ code: string; postRevision: number }>[];
  /** The published post as the platform knows it; `remoteId` is null when only a person saw it. */
  remote: Readonly<{ remoteId: string | null; permalink: string | null }> | null;
  /** When its first attempt began; every copy of it is younger. */
  firstAttemptAt: string | null;
  /** When a published one is looked for once more, in case it is there twice. */
  lookAgainAt: string | null;
  /** Further copies of the published post. */
  duplicates: readonly Readonly<{ remoteId: string; permalink: string | null }>[];
  /** The last wish to delete a copy of it. */
  deletion: RemoteDeletion | null;
  /** Remote ids that were deleted. */
  deleted: readonly string[];
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
    unused: 0,
    facts: 0,
    askedAgainAt: null,
    waitsFor: null,
    nextAt: null,
    accepted: null,
    absences: [],
    lookUpFailed: false,
    warnings: [],
    remote: null,
    firstAttemptAt: null,
    lookAgainAt: null,
    duplicates: [],
    deletion: null,
    deleted: [],
  },
  evolve(before, event) {
    const { postId, accountId, ownerId, platform } = event.data;
    const target = before.target ?? { postId, accountId, ownerId, platform };
    const facts = factsAfter(before, event);
    const now: Publication = { ...before, target, facts };
    if (isOfDeletion(event)) {
      const id = event.type === 'RemotePostDeleted' ? (now.deletion?.remoteId ?? now.remote?.remoteId) : null;
      const deleted = id == null ? now.deleted : [...now.deleted, id];
      return { ...now, deletion: withDeletion(now.deletion, event), deleted };
    }
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
          firstAttemptAt: now.firstAttemptAt ?? startedAt,
          tries: now.tries + 1,
          waitsFor: null,
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
      case 'PlatformPublished': {
        const { remoteId, permalink, lookAgainAt = null } = event.data;
        return {
          ...now,
          status: 'posted',
          waitsFor: null,
          nextAt: null,
          warnings: [],
          remote: { remoteId, permalink },
          lookAgainAt,
        };
      }
      case 'DuplicateDetected': {
        const { remoteId, permalink } = event.data;
        return { ...now, duplicates: [...now.duplicates, { remoteId, permalink }] };
      }
      case 'DuplicateSearchEnded':
        return { ...now, lookAgainAt: null };
      case 'PlatformPublishFailed': {
        const { attemptId, words, retryable, retryAt } = event.data;
        return {
          ...now,
          status: retryable ? 'retrying' : 'failed',
          lastWords: words ?? now.lastWords,
          // A preparation that failed has used a try without an attempt.
          tries: attemptId === null ? now.tries + 1 : now.tries,
          waitsFor: null,
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
        const { attemptId, reason, words, until } = event.data;
        const ended = attemptId !== null;
        return {
          ...now,
          ...(ended && withoutTry(now)),
          lastWords: words ?? now.lastWords,
          waitsFor: reason,
          nextAt: until,
        };
      }
      case 'PublishAttemptNotStarted':
        return { ...now, ...withoutTry(now), nextAt: event.data.nextAt };
      case 'PublishRetryRequested': {
        const { requestedAt, lookUntil, nextAt = requestedAt } = event.data;
        return {
          ...now,
          status: lookUntil === undefined ? 'retrying' : now.status,
          tries: 0,
          unused: 0,
          facts: 0,
          askedAgainAt: requestedAt,
          waitsFor: null,
          nextAt,
        };
      }
      case 'PublicationCancelled':
        return { ...now, status: 'cancelled', nextAt: null };
      case 'PublicationWarned': {
        const { code, postRevision } = event.data;
        const same = now.warnings.filter((warning) => warning.postRevision === postRevision);
        return { ...now, warnings: [...same, { code, postRevision }] };
      }
      case 'PublicationResumed': {
        const { nextAt, resumedAt } = event.data;
        return {
          ...now,
          warnings: [],
          ...(nextAt !== null && { waitsFor: null, nextAt }),
          deletion: resumed(now.deletion, resumedAt),
        };
      }
      default:
        return assertNever(event);
    }
  },
  shapes: publicationShapes,
};

/**
 * References are as many as the files of a post, and no outage makes more of them; but for those that a platform's answer
 * makes necessary: what it taught, and what is prepared because of that. What an attempt told whose worker was lost is no
 * outage either: it has used a try, and a process that is killed again and again must not end the trying sooner.
 */
function factsAfter({ facts, status, unclear }: Publication, event: PublicationEvent): number {
  // Nobody prepares while a call is on its way or its platform works: this is what the answer taught.
  if (event.type === 'PublishPrepared')
    return status === 'attempting' || status === 'accepted' ? facts + 2 : facts;
  // The beginning of that attempt was counted.
  if (event.type === 'PlatformPublishUnknown' && event.data.cause === 'lost-worker')
    return Math.max(0, facts - 1);
  return status === 'unknown' && unclear === 'lost-worker' ? facts : facts + 1;
}

/** The last attempt ended without a call, or without one that counts: all is as it was before it. */
const withoutTry = ({ attempt, tries, unused, unclear }: Publication) => ({
  status: attempt?.repeats ? ('unknown' as const) : ('retrying' as const),
  unclear: attempt?.repeats ?? unclear,
  tries: Math.max(0, tries - 1),
  unused: unused + 1,
});

export type { PublicationEvent } from './publication-events.ts';
