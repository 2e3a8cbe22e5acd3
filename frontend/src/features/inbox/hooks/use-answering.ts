import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback, useState } from 'react';
import { tellPremium } from '../model/premium-required.ts';
import { canAnswer } from '../model/can-answer.ts';

/** How an answer is begun: with what was typed last, with words to change (`draftId`: of the model), or with a suggestion. */
export type Answering = Readonly<{
  text?: string;
  draftId?: string;
  suggest?: true;
}>;

/** `comment`: as it was when its answer was begun. */
export type Answered = Readonly<{ comment: CommentView; answering: Answering }>;
/** What is done about the one comment that is being answered. */
export type AnswersBegun = ReturnType<typeof useAnswering>;

/** The one comment that is being answered. */
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
