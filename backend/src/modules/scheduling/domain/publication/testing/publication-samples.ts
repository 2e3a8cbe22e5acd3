import type { Target } from '../publication-events.ts';
import type { PublishingContext } from '../publishing-context.ts';
import { eventAbout } from '../event-about.ts';
import { PUBLISHING_TIMES } from '../publishing-times.ts';

/** The target of all sample events. */
export const target: Target = { postId: 7, accountId: 3, ownerId: 'ana', platform: 'mastodon' };

/** The post is due at noon. Specs give instants in seconds after noon. */
export const scheduledFor = '2026-11-21T12:00:00.000Z';
export const at = (seconds: number): string =>
  new Date(Date.parse(scheduledFor) + seconds * 1000).toISOString();

export const contextAt = (seconds: number, changes: Partial<PublishingContext> = {}): PublishingContext => ({
  target,
  firstDueAt: scheduledFor,
  now: new Date(at(seconds)),
  rule: 'after-negative-look-up',
  visibleAfterMs: 30_000,
  isLateCallHarmless: false,
  listsPosts: true,
  pace: 'limited',
  random: 0,
  times: PUBLISHING_TIMES,
  ...changes,
});

const key = { target };

export const prepared = (contentHash = 'hash') =>
  eventAbout(key, 'PublishPrepared', { contentHash, refs: { key: 'k1' } });
export const started = (number = 1, seconds = 0) =>
  eventAbout(key, 'PublishAttemptStarted', {
    attemptId: `attempt-${String(number)}`,
    number,
    contentHash: 'hash',
    fingerprint: 'print',
    startedAt: at(seconds),
    startBy: at(seconds + 5),
    deadline: at(seconds + 30),
  });
export const unknown = (
  nextAt: string | null,
  cause: 'timeout' | 'lost-worker' | 'duplicate' | 'no-answer' = 'timeout',
  lookUntil?: string,
) =>
  eventAbout(key, 'PlatformPublishUnknown', {
    attemptId: 'attempt-1',
    cause,
    words: null,
    nextAt,
    ...(lookUntil !== undefined && { lookUntil }),
  });
export const absent = (seconds: number, nextAt: string | null) =>
  eventAbout(key, 'PublishLookedUp', {
    attemptId: 'attempt-1',
    result: 'absent',
    words: null,
    lookedUpAt: at(seconds),
    nextAt,
  });
export const failed = (reason = 'rejected', attemptId: string | null = 'attempt-1') =>
  eventAbout(key, 'PlatformPublishFailed', {
    attemptId,
    reason,
    words: 'No.',
    retryable: false,
    retryAt: null,
  });
export const retrying = (seconds: number, attemptId: string | null = 'attempt-1') =>
  eventAbout(key, 'PlatformPublishFailed', {
    attemptId,
    reason: 'network',
    words: null,
    retryable: true,
    retryAt: at(seconds),
  });
export const published = (evidence: 'answer' | 'status' | 'look-up' | 'person', seconds: number) =>
  eventAbout(key, 'PlatformPublished', {
    attemptId: 'attempt-1',
    remoteId: evidence === 'person' ? null : '42',
    permalink: 'https://social.test/42',
    publishedAt: at(seconds),
    evidence,
  });
/** Another copy of the published post. */
export const duplicated = (
  remoteId: string,
  seconds: number,
  evidence: 'answer' | 'look-up' = 'look-up',
  attemptId: string | null = null,
) =>
  eventAbout(key, 'DuplicateDetected', {
    attemptId,
    remoteId,
    permalink: `https://social.test/${remoteId}`,
    detectedAt: at(seconds),
    evidence,
  });
export const accepted = (seconds: number) =>
  eventAbout(key, 'PublishAccepted', {
    attemptId: 'attempt-1',
    handle: 'h1',
    acceptedAt: at(seconds),
    nextAt: at(seconds + 5),
  });
export const notStarted = (seconds: number, number = 1) =>
  eventAbout(key, 'PublishAttemptNotStarted', {
    attemptId: `attempt-${String(number)}`,
    reason: 'too-late',
    nextAt: at(seconds),
  });
/** The publication waits until its account is connected again. */
export const waiting = (attemptId: string | null = null) =>
  eventAbout(key, 'PublishPostponed', { attemptId, reason: 'reconnect', words: 'No.', until: at(6 * 3600) });
/** `publishes`: true: publishing continues. False: only a warning ends, or a deletion continues. */
export const resumedAt = (seconds: number, publishes = true) =>
  eventAbout(key, 'PublicationResumed', { resumedAt: at(seconds), nextAt: publishes ? at(seconds) : null });
export const warned = (code = 'reconnect', postRevision = 0) =>
  eventAbout(key, 'PublicationWarned', {
    code,
    words: 'Look.',
    checkedAt: at(-900),
    dueAt: scheduledFor,
    postRevision,
  });
export const deletionRequested = (seconds: number, remoteId?: string) =>
  eventAbout(key, 'RemoteDeletionRequested', {
    requestedAt: at(seconds),
    ...(remoteId !== undefined && { remoteId }),
  });
export const deletionAttempted = (seconds: number, number = 1) =>
  eventAbout(key, 'RemoteDeletionAttempted', { number, startedAt: at(seconds), deadline: at(seconds + 30) });
export const deletionFailed = (reason: string, retrySeconds: number | null = null) =>
  eventAbout(key, 'RemoteDeletionFailed', {
    reason,
    words: null,
    retryable: retrySeconds !== null,
    retryAt: retrySeconds === null ? null : at(retrySeconds),
  });
