import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback, useState } from 'react';
import { showPremiumRequired } from '../model/premium-required.ts';
import { canAnswer } from '../model/can-answer.ts';
import { isFocusFree } from '../model/focus-free.ts';

/** The initial text of the reply field: `text` (from the AI draft `draftId`, if set), a new suggestion, or by default the stored text. */
export type Answering = Readonly<{
  text?: string;
  draftId?: string;
  suggest?: true;
}>;

/** `comment`: the comment as it was when the user began the reply. */
export type Answered = Readonly<{ comment: CommentView; answering: Answering }>;
export type ReplyBeingWritten = ReturnType<typeof useAnswering>;

/** Holds the comment to which the user is writing a reply. At most one reply box is open. */
export function useAnswering(isPremium: boolean) {
  const [open, setOpen] = useState<Answered | null>(null);
  // `answering`: null closes the reply box of the comment.
  const answer = useCallback(
    (answering: Answering | null, comment: CommentView) => {
      if (answering?.suggest && !isPremium) {
        showPremiumRequired();
        return;
      }
      if (answering && !canAnswer(comment)) return;
      setOpen((before) => {
        if (answering) return { comment, answering };
        return before?.comment.id === comment.id ? null : before;
      });
    },
    [isPremium],
  );
  /** Opens the box again after a refusal, unless the user writes elsewhere. */
  const reopen = useCallback((comment: CommentView) => {
    if (isFocusFree(comment)) setOpen((before) => before ?? { comment, answering: {} });
  }, []);
  return { open, answer, reopen };
}
