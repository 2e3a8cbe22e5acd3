import type { TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { PublishOptions } from '@posthorn/contracts/shared/publish-options';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever } from '@posthorn/event-sourcing';
import type { TargetAccount, TargetContent } from '../../domain/post.ts';
import type { PublicationEvent, RemoteDeletionEvent } from '../../domain/publication-events.ts';
import { RECONNECT } from '../../domain/publishing-outcome.ts';
import { isOfDeletion } from '../../domain/remote-deletion.ts';

/** How far one target has come. */
export type TargetRow = Readonly<{
  accountId: number;
  platform: Platform;
  content: string | null;
  options: PublishOptions;
  status: TargetStatus;
  remoteId: string | null;
  permalink: string | null;
  publishedAt: string | null;
  attempts: number;
  nextAttemptAt: string | null;
  problem: Readonly<{ code: string; kind: 'failed' | 'waiting' | 'unknown'; words: string | null }> | null;
  /** What would keep it from being published, in a sentence. */
  warning: Readonly<{ code: string; message: string }> | null;
  /** Somebody asked to have the published post deleted on its platform. */
  deletion: Deletion | null;
}>;
type Deletion = Readonly<{
  state: 'requested' | 'deleted' | 'failed';
  /** Why it waits or failed; `words` are the platform's own. */
  code: string | null;
  words: string | null;
}>;

export const newTarget = ({ accountId, platform }: TargetAccount): TargetRow => ({
  accountId,
  platform,
  content: null,
  options: {},
  status: 'scheduled',
  remoteId: null,
  permalink: null,
  publishedAt: null,
  attempts: 0,
  nextAttemptAt: null,
  problem: null,
  warning: null,
  deletion: null,
});

/** The words of its own that a draft has for each account. */
export const withContent = (
  targets: readonly TargetRow[],
  perTarget: readonly TargetContent[],
): TargetRow[] =>
  targets.map((target) => {
    const own = perTarget.find(({ accountId }) => accountId === target.accountId);
    return { ...target, content: own?.content ?? null, options: own?.options ?? {} };
  });

/** A target that waits for its next attempt counts as being published; a cancelled one as failed. */
export function foldTarget(target: TargetRow, event: PublicationEvent): TargetRow {
  if (isOfDeletion(event)) return { ...target, deletion: foldDeletion(target.deletion, event) };
  const { type, data } = event;
  switch (type) {
    case 'PublishPrepared':
    case 'PublishLookedUp':
      return target;
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
      const { cause: code, words } = data;
      return { ...target, status: 'unknown', nextAttemptAt: null, problem: { code, kind: 'unknown', words } };
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
        deletion: target.deletion && { ...target.deletion, ...(waits(target.deletion) && { code: null }) },
      };
    }
    case 'PublishRetryRequested':
      return { ...target, status: 'publishing', nextAttemptAt: data.requestedAt, problem: null };
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
