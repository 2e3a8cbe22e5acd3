import type { Platform } from '@posthorn/contracts/shared/platform';

/** Which comment, on which account, in whose inbox: every event of its stream carries it. */
export type CommentId = Readonly<{
  commentId: number;
  ownerId: string;
  accountId: number;
  platform: Platform;
}>;

/**
 * The subject whose key locks the words of one comment: what its platform or its owner takes away, or may be kept for a while
 * only, is gone from log, rows and backups with this one key.
 */
export const wordsSubject = ({ ownerId, commentId }: Pick<CommentId, 'ownerId' | 'commentId'>): string =>
  `c/${ownerId}/${String(commentId)}`;
