import type { Platform } from '@posthorn/contracts/shared/platform';

/** Identifies the comment, its account and the owner of the inbox. Each event of the comment's stream has these fields. */
export type CommentId = Readonly<{
  commentId: number;
  ownerId: string;
  accountId: number;
  platform: Platform;
}>;

/**
 * Returns the subject whose key encrypts the text of one comment. Deleting this key erases the text from log, rows and backups.
 * The product deletes the key when the platform or the owner deletes the comment, and when its retention ends.
 */
export const wordsSubject = ({ ownerId, commentId }: Pick<CommentId, 'ownerId' | 'commentId'>): string =>
  `c/${ownerId}/${String(commentId)}`;
