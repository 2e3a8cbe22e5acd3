import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useEffect } from 'react';
import { toast, type ToastMessage } from '#ui/toast-store.ts';
import { REPLY_TEXT } from '../messages/inbox.en.ts';

/** Replies of this window that are on their way. */
const onTheirWay = new Set<string>();

export const expectProof = (replyId: string): void => {
  onTheirWay.add(replyId);
};

/** Its owner has seen it, and need not be told. */
export const expectNoProof = (replyId: string | undefined): void => {
  if (replyId !== undefined) onTheirWay.delete(replyId);
};

export const SENT: ToastMessage = { title: REPLY_TEXT.sent, description: REPLY_TEXT.sentHint };

export const tellSent = (): void => {
  toast(SENT);
};

/** Says so when a reply that was sent from here has arrived. */
export function useProofs(comments: readonly CommentView[]): void {
  useEffect(() => {
    if (onTheirWay.size === 0) return;
    for (const { reply } of comments) if (reply?.state === 'sent' && onTheirWay.delete(reply.id)) tellSent();
  }, [comments]);
}
