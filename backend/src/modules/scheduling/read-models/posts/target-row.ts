import type { TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { detailsOf, type SaidDetails } from '@posthorn/contracts/shared/said';
import { folding } from '@posthorn/event-sourcing';
import type { TargetAccount } from '../../domain/post/post.ts';
import type { RemoteDeletionEvent } from '../../domain/publication/deletion-events.ts';
import type { PublicationEvent } from '../../domain/publication/publication-events.ts';
import { RECONNECT } from '#infrastructure/effects/attempt/effect.ts';
import { isDeletionEvent } from '../../domain/publication/remote-deletion.ts';

/** The progress of a post on one account (a target). The target's own content is stored separately: `own` of the post. */
export type TargetRow = Readonly<{
  accountId: number;
  platform: Platform;
  status: TargetStatus;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string | null;
  /** The platform says that not everyone can see the post. Absent: it does not say this. */
  limited?: true;
  attempts: number;
  /** When the next look-up or attempt runs. */
  nextAttemptAt: string | null;
  /** `words`: the error message of the platform, or with `values` a sentence of Posthorn. */
  problem: Problem | null;
  /** Set while the target waits until its account is connected again. */
  waitsSince: string | null;
  /** What would prevent publishing. `message` is a sentence for the owner. */
  warning: (Readonly<{ code: string; message: string }> & SaidDetails) | null;
  /**
   * Until when the worker looks for a post whose outcome is unknown. If the platform does not show the post by then, the post counts as
   * missing. Null for an unknown outcome: a person decides.
   */
  lookUntil: string | null;
  /** Set when a person requested to delete the published post on its platform. */
  deletion: Deletion | null;
  /** Why the cover of the published video was not set. Absent when the cover was set or may still be set. */
  coverProblem?: Readonly<{ code: string; words: string | null }>;
  /** Further copies of the published post. */
  duplicates: readonly Duplicate[];
  /** The remote id of the duplicate whose deletion was requested last; null: the published post itself. */
  deleting: string | null;
}>;
type Problem = Readonly<{ code: string; kind: 'failed' | 'waiting' | 'unknown'; words: string | null }> &
  SaidDetails;
type Duplicate = Readonly<{ remoteId: string; permalink: string | null; deletion: Deletion | null }>;
type Deletion = Readonly<{
  state: 'requested' | 'deleted' | 'failed';
  /** Why the deletion waits or failed. `words`: the platform's own message. */
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

/** Whether the target stops until its owner acts. */
export const needsOwner = ({ status, nextAttemptAt, waitsSince, deletion, duplicates }: TargetRow): boolean =>
  status === 'failed' ||
  (status === 'unknown' && nextAttemptAt === null) ||
  waitsSince !== null ||
  [deletion, ...duplicates.map((copy) => copy.deletion)].some(
    (each) => each !== null && (each.state === 'failed' || waitsForReconnect(each)),
  );

/**
 * Returns the target after an event. A target that waits for its next attempt has the status `publishing`, or `scheduled` if no attempt
 * has begun. A cancelled target has the status `failed`.
 * @param at when the event was recorded
 */
export function foldTarget(target: TargetRow, event: PublicationEvent, at: string): TargetRow {
  if (isDeletionEvent(event)) return withDeletion(target, event);
  if (event.type === 'CoverFailed') return withCover(target, event.data);
  if (!foldPublishing.types.includes(event.type)) return target;
  // A look-up keeps `lookUntil`, unless no further look-up follows. All other events clear or replace it.
  const before = event.type === 'PublishLookedUp' ? target : { ...target, lookUntil: null };
  const after = foldPublishing(before, event);
  const { problem } = after;
  const isWaiting = problem?.kind === 'waiting' && problem.code === RECONNECT;
  return { ...after, waitsSince: isWaiting ? (before.waitsSince ?? at) : null };
}

type CoverFailure = Extract<PublicationEvent, { type: 'CoverFailed' }>['data'];
const withCover = (target: TargetRow, { retryAt, reason: code, words }: CoverFailure): TargetRow =>
  retryAt === null ? { ...target, coverProblem: { code, words } } : target;

const foldPublishing = folding<TargetRow, PublicationEvent>({
  // The search for duplicates does not change the target.
  DuplicateSearchEnded: (target) => target,
  PublishLookedUp: (target, { data: { nextAt } }) => ({
    ...target,
    ...(target.status === 'unknown' && { nextAttemptAt: nextAt }),
    ...(nextAt === null && { lookUntil: null }),
  }),
  DuplicateDetected: (target, { data: { remoteId, permalink } }) => ({
    ...target,
    duplicates: [...target.duplicates, { remoteId, permalink, deletion: null }],
  }),
  PublishAttemptStarted: (target, { data }) => ({
    ...target,
    status: 'publishing',
    attempts: data.number,
    nextAttemptAt: null,
    problem: null,
    warning: null,
  }),
  PublishAccepted: (target) => ({ ...target, status: 'publishing', nextAttemptAt: null, problem: null }),
  PlatformPublished: (target, { data: { remoteId, permalink, publishedAt, limited } }) => ({
    ...target,
    ...(limited && { limited }),
    status: 'posted',
    remoteId,
    permalink,
    publishedAt,
    nextAttemptAt: null,
    problem: null,
    warning: null,
  }),
  PublicIdAssigned: (target, { data: { remoteId, permalink } }) => ({ ...target, remoteId, permalink }),
  PlatformPublishFailed: (target, { data: { reason: code, words, retryable, retryAt, ...data } }) => ({
    ...target,
    status: retryable ? 'publishing' : 'failed',
    nextAttemptAt: retryAt,
    problem: { code, kind: retryable ? 'waiting' : 'failed', words, ...detailsOf(data) },
    warning: null,
  }),
  PlatformPublishUnknown: (target, { data: { cause: code, words, nextAt, lookUntil = null } }) => ({
    ...target,
    status: 'unknown',
    nextAttemptAt: nextAt,
    problem: { code, kind: 'unknown', words },
    lookUntil,
  }),
  PublishPostponed: (target, { data: { reason: code, words, until, ...data } }) => ({
    ...target,
    status: target.status === 'scheduled' ? 'scheduled' : 'publishing',
    // The time at which the owner connects the account again is unknown.
    nextAttemptAt: code === RECONNECT ? null : until,
    problem: { code, kind: 'waiting', words, ...detailsOf(data) },
    warning: null,
  }),
  PublishAttemptNotStarted: (target, { data }) => ({
    ...target,
    status: 'publishing',
    nextAttemptAt: data.nextAt,
    problem: null,
  }),
  // Of several warnings, the row shows the first.
  PublicationWarned: (target, { data: { code, words: message, ...data } }) => ({
    ...target,
    warning: target.warning ?? { code, message, ...detailsOf(data) },
  }),
  PublicationResumed: (target, { data: { nextAt } }) => ({
    ...target,
    warning: null,
    ...(nextAt !== null && { nextAttemptAt: nextAt, problem: null }),
    deletion: withoutWaiting(target.deletion),
    duplicates: target.duplicates.map((copy) => ({ ...copy, deletion: withoutWaiting(copy.deletion) })),
  }),
  PublishRetryRequested: (target, { data: { requestedAt, lookUntil, nextAt = requestedAt } }) =>
    lookUntil === undefined
      ? { ...target, status: 'publishing', nextAttemptAt: nextAt, problem: null }
      : { ...target, nextAttemptAt: nextAt, lookUntil },
  PublicationCancelled: (target, { data: { reason: code } }) => ({
    ...target,
    status: 'failed',
    nextAttemptAt: null,
    problem: { code, kind: 'failed', words: null },
    warning: null,
  }),
});

const withoutWaiting = (deletion: Deletion | null): Deletion | null =>
  deletion && waitsForReconnect(deletion) ? { ...deletion, code: null } : deletion;

/** Only the deletion request contains the id of the duplicate. Later events refer to the duplicate of the last request. */
function withDeletion(target: TargetRow, event: RemoteDeletionEvent): TargetRow {
  const isRequest = event.type === 'RemoteDeletionRequested';
  const deleting = isRequest ? (event.data.remoteId ?? null) : target.deleting;
  if (deleting === null) return { ...target, deleting, deletion: foldDeletion(target.deletion, event) };
  const duplicates = target.duplicates.map((copy) =>
    copy.remoteId === deleting ? { ...copy, deletion: foldDeletion(copy.deletion, event) } : copy,
  );
  return { ...target, deleting, duplicates };
}

const waitsForReconnect = ({ state, code }: Deletion): boolean => state === 'requested' && code === RECONNECT;

const foldDeletion = folding<Deletion | null, RemoteDeletionEvent>({
  RemoteDeletionRequested: () => ({ state: 'requested', code: null, words: null }),
  RemotePostDeleted: () => ({ state: 'deleted', code: null, words: null }),
  RemoteDeletionFailed: (_, { data: { retryable, reason: code, words } }) => ({
    state: retryable ? 'requested' : 'failed',
    code,
    words,
  }),
  RemoteDeletionPostponed: (_, { data: { reason: code, words } }) => ({ state: 'requested', code, words }),
});

/** The types of the events that change a target. */
export const TARGET_TYPES: readonly PublicationEvent['type'][] = [
  ...foldPublishing.types,
  ...foldDeletion.types,
  'CoverFailed',
];
