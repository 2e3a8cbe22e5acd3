import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback } from 'react';
import { codeOf } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { useOrders, type GivenOrder } from '../api/give-orders.ts';
import type { CommentOrder } from '../model/comment-order.ts';
import { expectNoProof, expectProof, tellSent } from '../model/reply-proof.ts';

export type GiveOrder = (comment: CommentView, order: CommentOrder) => void;

/** Carries out a user's order for a comment, and shows its result. */
export function useCommentOrders(
  reply: Readonly<{ taken: (comment: CommentView) => void; refused: (comment: CommentView) => void }>,
): GiveOrder {
  const { mutate: order } = useOrders({
    onDone: (after, given) => {
      if (given.order.do === 'reply') reply.taken(given.comment);
      tell(after, given, (next) => {
        order({ comment: after, order: next });
      });
    },
    onRefused: (error, { comment, order: { do: what } }) => {
      if (what === 'reply' && codeOf(error) !== 'inbox.already-replied') reply.refused(comment);
    },
  });
  return useCallback(
    (comment, wanted) => {
      order({ comment, order: wanted });
    },
    [order],
  );
}

function tell(after: CommentView, given: GivenOrder, next: (order: CommentOrder) => void): void {
  const { order } = given;
  if (order.do === 'confirm') expectNoProof(given.comment.reply?.id);
  if (order.do !== 'reply' && order.do !== 'retry')
    // The texts load together with the other comment actions. If they fail to load, the order was still carried out.
    void import('../model/done-message.ts').then(({ doneMessage }) => {
      toast(doneMessage(after, { ...given, order }, next));
    }, ignore);
  // A sent reply is confirmed only with proof. Until then the comment shows the reply's state.
  else if (after.reply?.state === 'sent') tellSent();
  else if (after.reply) expectProof(after.reply.id);
}

const ignore = (): void => undefined;
