import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback, useState } from 'react';
import { tellPremium } from '../model/premium-required.ts';
import { canAnswer } from '../model/can-answer.ts';

/** How a reply begins: with the text typed last, with a text to change (`draftId`: from an AI draft), or with a new suggestion. */
export type Answering = Readonly<{
  text?: string;
  draftId?: string;
  suggest?: true;
}>;

/** `comment`: its state when the user began the reply. */
export type Answered = Readonly<{ comment: CommentView; answering: Answering }>;
export type AnswersBegun = ReturnType<typeof useAnswering>;

/** The one comment that the user is replying to. */
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
