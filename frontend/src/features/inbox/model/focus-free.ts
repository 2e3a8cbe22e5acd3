import type { CommentView } from '@posthorn/contracts/inbox/comments.http';

/** Whether the reply box of this comment may take the focus: no element outside the row of the comment has the focus. */
export function isFocusFree({ id }: CommentView): boolean {
  const { activeElement, body } = document;
  return activeElement === body || Boolean(activeElement?.closest(`[data-row="${String(id)}"]`));
}
