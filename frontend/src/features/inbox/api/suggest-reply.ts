import { suggestReply, type AiReplyView } from '@posthorn/contracts/inbox/ai.http';
import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import { codeOf, messageOf, send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { PREMIUM_REQUIRED } from '../model/premium-required.ts';

/** Requests a reply to a comment from the AI model, without sending the reply. `problem`: a sentence that explains why there is no reply. */
export function useSuggestion(commentId: number, onDone: (suggested: AiReplyView) => void) {
  const mutation = useDeclaredMutation({
    send: () => send(suggestReply, { commentId }),
    onDone: (_, suggested) => {
      onDone(suggested);
    },
    failure: (error) => (needsPremium(error) ? PREMIUM_REQUIRED : undefined),
  });
  const { error } = mutation;
  const problem = error && !needsPremium(error) ? messageOf(error, INBOX_TEXT.aiFailed) : undefined;
  return { ...mutation, problem };
}

const needsPremium = (error: Error): boolean => codeOf(error) === 'inbox.premium-required';
