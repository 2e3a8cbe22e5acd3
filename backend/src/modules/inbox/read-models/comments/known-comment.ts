import type { KnownComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { Comment } from '../../domain/comment/comment.ts';

/** Returns a recorded comment in the form that calls to the platform need; null: the comment was not received. */
export function knownComment({ seen }: Pick<Comment, 'seen'>): KnownComment | null {
  if (!seen) return null;
  const { key, remoteId, postRemoteId, parentRemoteId, permalink, remoteRefs: refs, author } = seen;
  return { key, remoteId, postRemoteId, parentRemoteId, permalink, refs, author };
}
