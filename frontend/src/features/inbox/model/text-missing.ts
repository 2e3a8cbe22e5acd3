import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';

/** Returns why a comment shows no text. The server erases the text together with the author. */
export const textMissing = ({ gone, commenterUsername }: CommentView): string =>
  gone || commenterUsername === '' ? COMMENT_TEXT.noWords : COMMENT_TEXT.withoutText;
