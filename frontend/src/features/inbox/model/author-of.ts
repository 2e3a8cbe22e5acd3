import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

/** As people know whoever wrote it; of a comment that is gone nobody knows it any more. */
export const authorOf = ({ commenterName, commenterUsername }: CommentView): string =>
  [commenterName, commenterUsername].find((name) => name !== null && name !== '') ?? COMMENT_TEXT.nobody;
