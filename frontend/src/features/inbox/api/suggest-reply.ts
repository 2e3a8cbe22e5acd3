import { suggestReply, type AiReplyView } from '@posthorn/contracts/inbox/ai.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { useMutation } from '@tanstack/react-query';
import { codeOf, messageOf, send } from '#lib/api-client.ts';
import { tellPremium } from '../premium-required.ts';

/** Asks the model for an answer to a comment; nothing is sent by it. `problem`: why there is none, as a sentence. */
export function useSuggestion(commentId: number, onSuccess: (suggested: AiReplyView) => void) {
  const mutation = useMutation({
    mutationFn: () => send(suggestReply, { commentId }),
    onSuccess,
    onError: (error) => {
      if (needsPremium(error)) tellPremium();
    },
  });
  const { error } = mutation;
  const problem = error && !needsPremium(error) ? messageOf(error, INBOX_TEXT.aiFailed) : undefined;
  return { ...mutation, problem };
}

const needsPremium = (error: Error): boolean => codeOf(error) === 'inbox.premium-required';
