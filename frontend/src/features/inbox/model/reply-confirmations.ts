import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useEffect } from 'react';
import { toast, type ToastMessage } from '#ui/toast-store.ts';
import { REPLY_TEXT } from '../messages/inbox.en.ts';

/** The ids of replies that this window sent and the server has not confirmed yet. */
const unconfirmed = new Set<string>();

export const expectConfirmation = (replyId: string): void => {
  unconfirmed.add(replyId);
};

/** Expects no more confirmation, because the user has marked the reply as sent. */
export const expectNoConfirmation = (replyId: string | undefined): void => {
  if (replyId !== undefined) unconfirmed.delete(replyId);
};

export const SENT: ToastMessage = { title: REPLY_TEXT.sent, description: REPLY_TEXT.sentHint };

export const showSent = (): void => {
  toast(SENT);
};

/** Shows a toast when the server confirms a reply of this window. */
export function useReplyConfirmations(comments: readonly CommentView[]): void {
  useEffect(() => {
    if (unconfirmed.size === 0) return;
    for (const { reply } of comments) if (reply?.state === 'sent' && unconfirmed.delete(reply.id)) showSent();
  }, [comments]);
}
