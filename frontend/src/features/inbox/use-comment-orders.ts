import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback } from 'react';
import { codeOf, messageOf } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { useOrders, type Given } from './api/give-orders.ts';
import type { CommentOrder } from './comment-order.ts';
import { INBOX, MARK_TEXT, REPLY_TEXT } from './messages.en.ts';
import { expectNoProof, expectProof, tellSent } from './reply-proof.ts';

export type GiveOrder = (comment: CommentView, order: CommentOrder) => void;

/** Carries out what somebody wants done with a comment, and tells what came of it. */
export function useCommentOrders(
  reply: Readonly<{ taken: (comment: CommentView) => void; refused: (comment: CommentView) => void }>,
): GiveOrder {
  const order = useOrders({
    success: (after, given) => {
      if (given.order.do === 'reply') reply.taken(given.comment);
      tell(after, given, (next) => {
        order({ comment: after, order: next });
      });
    },
    error: (error, { comment, order: { do: what } }) => {
      if (what === 'reply' && codeOf(error) !== 'inbox.already-replied') reply.refused(comment);
      const [title, fallback] = FAILED[what] ?? [INBOX.error, INBOX.failed];
      // The words for this one are the product's, whatever the server says.
      const description = what === 'mark' ? fallback : messageOf(error, fallback);
      toast({ title, description, variant: 'destructive' });
    },
  });
  return useCallback(
    (comment, wanted) => {
      order({ comment, order: wanted });
    },
    [order],
  );
}

const NOT_SENT = [REPLY_TEXT.notSent, REPLY_TEXT.notSentHint] as const;
const FAILED: Partial<Record<CommentOrder['do'], readonly [title: string, hint: string]>> = {
  mark: [MARK_TEXT.failed, MARK_TEXT.failedHint],
  reply: NOT_SENT,
  retry: NOT_SENT,
};

function tell(after: CommentView, given: Given, next: (order: CommentOrder) => void): void {
  const { order } = given;
  if (order.do === 'confirm') expectNoProof(given.comment.reply?.id);
  if (order.do !== 'reply' && order.do !== 'retry')
    // Its words come with the rest of what is done with comments. Without them it has been done all the same.
    void import('./tell-done.ts').then(({ tellDone }) => {
      tellDone(after, { ...given, order }, next);
    }, ignore);
  // Without proof nothing is said: the comment shows how far its reply has come.
  else if (after.reply?.state === 'sent') tellSent();
  else if (after.reply) expectProof(after.reply.id);
}

const ignore = (): void => undefined;
