import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback, useState } from 'react';
import { tellPremium } from '../model/premium-required.ts';
import { canAnswer } from '../model/can-answer.ts';

/** What the reply field contains at first: the text typed last, a text to change (`draftId`: from an AI draft), or a new suggestion. */
export type Answering = Readonly<{
  text?: string;
  draftId?: string;
  suggest?: true;
}>;

/** `comment`: its state when the user began the reply. */
export type Answered = Readonly<{ comment: CommentView; answering: Answering }>;
export type ReplyBeingWritten = ReturnType<typeof useAnswering>;

/** Keeps which comment the user is answering. At most one is open. */
export function useAnswering(isPremium: boolean) {
  const [open, set] = useState<Answered | null>(null);
  const answer = useCallback(
    (answering: Answering | null, comment: CommentView) => {
      if (answering?.suggest && !isPremium) {
        tellPremium();
        return;
      }
      if (answering && !canAnswer(comment)) return;
      set((before) => {
        if (answering) return { comment, answering };
        return before?.comment.id === comment.id ? null : before;
      });
    },
    [isPremium],
  );
  return { open, answer };
}
