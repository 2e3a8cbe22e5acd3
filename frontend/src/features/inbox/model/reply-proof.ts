import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useEffect } from 'react';
import { toast, type ToastMessage } from '#ui/toast-store.ts';
import { REPLY_TEXT } from '../messages/inbox.en.ts';

/** Replies from this window that are being sent. */
const onTheirWay = new Set<string>();

export const expectProof = (replyId: string): void => {
  onTheirWay.add(replyId);
};

/** The user has already seen that it was sent. */
export const expectNoProof = (replyId: string | undefined): void => {
  if (replyId !== undefined) onTheirWay.delete(replyId);
};

export const SENT: ToastMessage = { title: REPLY_TEXT.sent, description: REPLY_TEXT.sentHint };

export const tellSent = (): void => {
  toast(SENT);
};

/** Shows a message when a reply from this window was sent. */
export function useProofs(comments: readonly CommentView[]): void {
  useEffect(() => {
    if (onTheirWay.size === 0) return;
    for (const { reply } of comments) if (reply?.state === 'sent' && onTheirWay.delete(reply.id)) tellSent();
  }, [comments]);
}
