import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback } from 'react';
import { codeOf } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { useOrders, type GivenOrder } from '../api/give-orders.ts';
import type { CommentOrder } from '../model/comment-order.ts';
import { expectNoConfirmation, expectConfirmation, showSent } from '../model/reply-confirmations.ts';

export type GiveOrder = (comment: CommentView, order: CommentOrder) => void;

/** Returns a function that sends an order of the user for a comment, and shows the result. */
export function useCommentOrders(
  reply: Readonly<{ onAccepted: (comment: CommentView) => void; onRefused: (comment: CommentView) => void }>,
): GiveOrder {
  const { mutate: order } = useOrders({
    onDone: (after, given) => {
      if (given.order.do === 'reply') reply.onAccepted(given.comment);
      showResult(after, given, (next) => {
        order({ comment: after, order: next });
      });
    },
    onRefused: (error, { comment, order: { do: what } }) => {
      if (what === 'reply' && codeOf(error) !== 'inbox.already-replied') reply.onRefused(comment);
    },
  });
  return useCallback(
    (comment, wanted) => {
      order({ comment, order: wanted });
    },
    [order],
  );
}

function showResult(after: CommentView, given: GivenOrder, next: (order: CommentOrder) => void): void {
  const { order } = given;
  if (order.do === 'confirm') expectNoConfirmation(given.comment.reply?.id);
  if (order.do !== 'reply' && order.do !== 'retry')
    // If the texts fail to load, no toast appears, although the server has carried out the order.
    void import('../model/done-message.ts').then(({ doneMessage }) => {
      toast(doneMessage(after, { ...given, order }, next));
    }, ignore);
  // The toast "sent" appears only when the server has confirmed the reply. Until then, the comment shows its state.
  else if (after.reply?.state === 'sent') showSent();
  else if (after.reply) expectConfirmation(after.reply.id);
}

const ignore = (): void => undefined;
