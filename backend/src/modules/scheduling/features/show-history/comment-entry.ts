import type { HistoryEntry } from '@posthorn/contracts/scheduling/history.http';
import { actorView, type TokenActors } from '@posthorn/contracts/shared/actors';
import type { CommentStep } from '../../ports/steps-of-comments.ts';
import type { AccountNames } from './history-entry.ts';

/** An entry for a step of a comment in the history of its post. The inbox provides the sentence. */
export function commentEntry(
  step: CommentStep,
  ownerId: string,
  names: AccountNames,
  tokens: TokenActors,
): HistoryEntry {
  const { id, stream, revision, type, meta, accountId, platform, attempt, fingerprint } = step;
  const { commentId, author, words, remoteId, permalink, summary, said, data } = step;
  const { at, correlationId, causationId } = meta;
  return {
    id,
    stream,
    revision: Number(revision),
    type,
    at,
    actor: actorView(meta.actor, ownerId, tokens),
    correlationId,
    causationId,
    accountId,
    platform,
    accountName: names.get(accountId) ?? null,
    attempt,
    requestFingerprint: fingerprint,
    remoteId,
    permalink,
    summary,
    said,
    comment: { id: commentId, author, words },
    data,
  };
}
