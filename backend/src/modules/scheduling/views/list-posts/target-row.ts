import type { TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever } from '@posthorn/event-sourcing';
import type { TargetAccount } from '../../domain/post/post.ts';
import { isOfCover } from '../../domain/publication/cover.ts';
import type {
  CoverEvent,
  PublicationEvent,
  RemoteDeletionEvent,
} from '../../domain/publication/publication-events.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import { isOfDeletion } from '../../domain/publication/remote-deletion.ts';

/** How far one target has come. What it gets of its own is kept beside it: `own` of the post. */
export type TargetRow = Readonly<{
  accountId: number;
  platform: Platform;
  status: TargetStatus;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  problem: Readonly<{ code: string; kind: 'failed' | 'waiting' | 'unknown'; words: string | null }> | null;
  /** While it waits until its account is connected again. */
  waitsSince: string | null;
  /** What would keep it from being published, in a sentence. */
  warning: Readonly<{ code: string; message: string }> | null;
  /** While it is unknown: from then on it counts as not there unless the platform has it. Null: a person decides. */
  lookUntil: string | null;
  /** Somebody asked to have the published post deleted on its platform. */
  deletion: Deletion | null;
  /** Why the cover of the published video was not set; absent where it was, or may still be. */
  coverProblem?: Readonly<{ code: string; words: string | null }>;
  /** Further copies of the published post. */
  duplicates: readonly Duplicate[];
  /** The remote id of the duplicate that was last to be deleted; null: the published post itself. */
  deleting: string | null;
}>;
type Duplicate = Readonly<{ remoteId: string; permalink: string | null; deletion: Deletion | null }>;
type Deletion = Readonly<{
  state: 'requested' | 'deleted' | 'failed';
  /** Why it waits or failed; `words` are the platform's own. */
  code: string | null;
  words: string | null;
}>;

export const newTarget = ({ accountId, platform }: TargetAccount): TargetRow => ({
  accountId,
  platform,
  status: 'scheduled',
  remoteId: null,
  permalink: null,
  publishedAt: null,
  attempts: 0,
  nextAttemptAt: null,
  problem: null,
  waitsSince: null,
  warning: null,
  lookUntil: null,
  deletion: null,
  duplicates: [],
  deleting: null,
});

/** Nothing goes on with it until its owner has done something. */
export const needsOwner = ({ status, waitsSince, deletion, duplicates }: TargetRow): boolean =>
  status === 'failed' ||
  status === 'unknown' ||
  waitsSince !== null ||
  [deletion, ...duplicates.map((copy) => copy.deletion)].some(
    (each) => each !== null && (each.state === 'failed' || waits(each)),
  );

/**
 * A target that waits for its next attempt counts as being published; a cancelled one as failed.
 * @param at when the event was recorded
 */
export function foldTarget(target: TargetRow, event: PublicationEvent, at: string): TargetRow {
  if (isOfDeletion(event)) return withDeletion(target, event);
  if (isOfCover(event)) return withCover(target, event);
  const before = event.type in KEEPS_LOOKING ? target : { ...target, lookUntil: null };
  const after = foldPublishing(before, event);
  const { problem } = after;
  const isWaiting = problem?.kind === 'waiting' && problem.code === RECONNECT;
  return { ...after, waitsSince: isWaiting ? (before.waitsSince ?? at) : null };
}

/** What says nothing about how long an unknown one is looked for. */
const KEEPS_LOOKING = { PublishPrepared: true, PublishLookedUp: true } as const;

function withCover(target: TargetRow, { type, data }: CoverEvent): TargetRow {
  if (type !== 'CoverFailed' || data.retryAt !== null) return target;
  return { ...target, coverProblem: { code: data.reason, words: data.words } };
}

function foldPublishing(
  target: TargetRow,
  event: Exclude<PublicationEvent, RemoteDeletionEvent | CoverEvent>,
): TargetRow {
  const { type, data } = event;
  switch (type) {
    case 'PublishPrepared':
    case 'DuplicateSearchEnded':
      return target;
    case 'PublishLookedUp':
      return data.nextAt === null ? { ...target, lookUntil: null } : target;
    case 'DuplicateDetected': {
      const { remoteId, permalink } = data;
      return { ...target, duplicates: [...target.duplicates, { remoteId, permalink, deletion: null }] };
    }
    case 'PublishAttemptStarted':
      return {
        ...target,
        status: 'publishing',
        attempts: data.number,
        nextAttemptAt: null,
        problem: null,
        warning: null,
      };
    case 'PublishAccepted':
      return { ...target, status: 'publishing', nextAttemptAt: null, problem: null };
    case 'PlatformPublished': {
      const { remoteId, permalink, publishedAt } = data;
      return {
        ...target,
        status: 'posted',
        remoteId,
        permalink,
        publishedAt,
        nextAttemptAt: null,
        problem: null,
        warning: null,
      };
    }
    case 'PlatformPublishFailed': {
      const { reason: code, words, retryable, retryAt } = data;
      const problem = { code, kind: retryable ? 'waiting' : 'failed', words } as const;
      const status = retryable ? 'publishing' : 'failed';
      return { ...target, status, nextAttemptAt: retryAt, problem, warning: null };
    }
    case 'PlatformPublishUnknown': {
      const { cause: code, words, lookUntil = null } = data;
      const problem = { code, kind: 'unknown', words } as const;
      return { ...target, status: 'unknown', nextAttemptAt: null, problem, lookUntil };
    }
    case 'PublishPostponed': {
      const { reason: code, words, until } = data;
      const status = target.status === 'scheduled' ? 'scheduled' : 'publishing';
      // Nobody knows when its account is connected again.
      const nextAttemptAt = code === RECONNECT ? null : until;
      return { ...target, status, nextAttemptAt, problem: { code, kind: 'waiting', words }, warning: null };
    }
    case 'PublishAttemptNotStarted':
      return { ...target, status: 'publishing', nextAttemptAt: data.nextAt, problem: null };
    case 'PublicationWarned':
      // Of several, the first is the one to act on.
      return { ...target, warning: target.warning ?? { code: data.code, message: data.words } };
    case 'PublicationResumed': {
      const { nextAt } = data;
      return {
        ...target,
        warning: null,
        ...(nextAt !== null && { nextAttemptAt: nextAt, problem: null }),
        deletion: resumed(target.deletion),
        duplicates: target.duplicates.map((copy) => ({ ...copy, deletion: resumed(copy.deletion) })),
      };
    }
    case 'PublishRetryRequested': {
      const { requestedAt, lookUntil, nextAt = requestedAt } = data;
      if (lookUntil !== undefined) return { ...target, lookUntil };
      return { ...target, status: 'publishing', nextAttemptAt: nextAt, problem: null };
    }
    case 'PublicationCancelled':
      return {
        ...target,
        status: 'failed',
        nextAttemptAt: null,
        problem: { code: data.reason, kind: 'failed', words: null },
        warning: null,
      };
    default:
      return assertNever(type);
  }
}

const resumed = (deletion: Deletion | null): Deletion | null =>
  deletion && waits(deletion) ? { ...deletion, code: null } : deletion;

/** The events after the wish do not repeat which copy it is about. */
function withDeletion(target: TargetRow, event: RemoteDeletionEvent): TargetRow {
  const isWish = event.type === 'RemoteDeletionRequested';
  const deleting = isWish ? (event.data.remoteId ?? null) : target.deleting;
  if (deleting === null) return { ...target, deleting, deletion: foldDeletion(target.deletion, event) };
  const duplicates = target.duplicates.map((copy) =>
    copy.remoteId === deleting ? { ...copy, deletion: foldDeletion(copy.deletion, event) } : copy,
  );
  return { ...target, deleting, duplicates };
}

const waits = ({ state, code }: Deletion): boolean => state === 'requested' && code === RECONNECT;

function foldDeletion(before: Deletion | null, { type, data }: RemoteDeletionEvent): Deletion | null {
  switch (type) {
    case 'RemoteDeletionRequested':
      return { state: 'requested', code: null, words: null };
    case 'RemoteDeletionAttempted':
      return before;
    case 'RemotePostDeleted':
      return { state: 'deleted', code: null, words: null };
    case 'RemoteDeletionFailed':
      return { state: data.retryable ? 'requested' : 'failed', code: data.reason, words: data.words };
    case 'RemoteDeletionPostponed':
      return { state: 'requested', code: data.reason, words: data.words };
    default:
      return assertNever(type);
  }
}
