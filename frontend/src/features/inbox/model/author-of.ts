import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

/** Returns the display name of the author, else the username. A deleted comment may have no author. */
export const authorOf = ({ commenterName, commenterUsername }: CommentView): string =>
  [commenterName, commenterUsername].find((name) => name !== null && name !== '') ?? COMMENT_TEXT.nobody;
