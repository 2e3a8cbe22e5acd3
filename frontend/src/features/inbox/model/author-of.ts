import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

/** The author's name as users know it. A deleted comment may have no author. */
export const authorOf = ({ commenterName, commenterUsername }: CommentView): string =>
  [commenterName, commenterUsername].find((name) => name !== null && name !== '') ?? COMMENT_TEXT.nobody;
