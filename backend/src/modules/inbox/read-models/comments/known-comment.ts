import type { KnownComment } from '#modules/integrations/ports/comments-of-accounts.ts';
import type { Comment } from '../../domain/comment/comment.ts';

/** A recorded comment as calls about it need it; null before it was received. */
export function knownComment({ seen }: Pick<Comment, 'seen'>): KnownComment | null {
  if (!seen) return null;
  const { key, remoteId, postRemoteId, parentRemoteId, permalink, remoteRefs: refs, author } = seen;
  return { key, remoteId, postRemoteId, parentRemoteId, permalink, refs, author };
}
