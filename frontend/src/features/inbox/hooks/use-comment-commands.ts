import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useCallback } from 'react';
import { codeOf } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { useSendCommand, type SentCommand } from '../api/comment-commands.ts';
import { textTakenBack, type CommentCommand } from '../model/comment-command.ts';
import { expectNoConfirmation, expectConfirmation, showSent } from '../model/reply-confirmations.ts';

export type OnCommentCommand = (comment: CommentView, command: CommentCommand) => void;

/** Returns a function that sends a command of the user for a comment, and shows the result. */
export function useCommentCommands(
  reply: Readonly<{
    onAccepted: (comment: CommentView, replyId: string) => void;
    /** Receives the text of a reply that the user has taken back. */
    onTakenBack: (comment: CommentView, text: string) => void;
    onRefused: (comment: CommentView) => void;
  }>,
): OnCommentCommand {
  const { mutate: sendCommand } = useSendCommand({
    onDone: (after, sent) => {
      const { comment, command } = sent;
      if (command.do === 'reply') reply.onAccepted(comment, command.replyId);
      const text = textTakenBack(comment, after);
      if (command.do === 'cancel' && text !== null) reply.onTakenBack(comment, text);
      showResult(after, sent, (next) => {
        sendCommand({ comment: after, command: next });
      });
    },
    onRefused: (error, { comment, command: { do: what } }) => {
      if (what === 'reply' && codeOf(error) !== 'inbox.already-replied') reply.onRefused(comment);
    },
  });
  return useCallback(
    (comment, command) => {
      sendCommand({ comment, command });
    },
    [sendCommand],
  );
}

function showResult(after: CommentView, sent: SentCommand, next: (command: CommentCommand) => void): void {
  const { command } = sent;
  if (command.do === 'confirm') expectNoConfirmation(sent.comment.reply?.id);
  if (command.do !== 'reply' && command.do !== 'retry')
    // If the texts fail to load, no toast appears, although the server has carried out the command.
    void import('../model/done-message.ts').then(({ doneMessage }) => {
      toast(doneMessage(after, { ...sent, command }, next));
    }, ignore);
  // The toast "sent" appears only when the server has confirmed the reply. Until then, the comment shows its state.
  else if (after.reply?.state === 'sent') showSent();
  else if (after.reply) expectConfirmation(after.reply.id);
}

const ignore = (): void => undefined;
