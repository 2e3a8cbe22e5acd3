import type { TargetStatus } from '@posthorn/contracts/scheduling/posts.http';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { assertNever } from '@posthorn/event-sourcing';
import type { TargetAccount } from '../../domain/post.ts';
import type { PublicationEvent } from '../../domain/publication-events.ts';

/** How far one target has come. */
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
});

/** A target that waits for its next attempt counts as being published; a cancelled one as failed. */
export function foldTarget(target: TargetRow, { type, data }: PublicationEvent): TargetRow {
  switch (type) {
    case 'PublishPrepared':
    case 'PublishLookedUp':
      return target;
    case 'PublishAttemptStarted':
      return { ...target, status: 'publishing', attempts: data.number, nextAttemptAt: null, problem: null };
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
      };
    }
    case 'PlatformPublishFailed': {
      const { reason: code, words, retryable, retryAt } = data;
      const problem = { code, kind: retryable ? 'waiting' : 'failed', words } as const;
      return { ...target, status: retryable ? 'publishing' : 'failed', nextAttemptAt: retryAt, problem };
    }
    case 'PlatformPublishUnknown': {
      const { cause: code, words } = data;
      return { ...target, status: 'unknown', nextAttemptAt: null, problem: { code, kind: 'unknown', words } };
    }
    case 'PublishPostponed': {
      const { reason: code, words, until } = data;
      const status = target.status === 'scheduled' ? 'scheduled' : 'publishing';
      return { ...target, status, nextAttemptAt: until, problem: { code, kind: 'waiting', words } };
    }
    case 'PublishRetryRequested':
      return { ...target, status: 'publishing', nextAttemptAt: data.requestedAt, problem: null };
    case 'PublicationCancelled':
      return {
        ...target,
        status: 'failed',
        nextAttemptAt: null,
        problem: { code: data.reason, kind: 'failed', words: null },
      };
    default:
      return assertNever(type);
  }
}
