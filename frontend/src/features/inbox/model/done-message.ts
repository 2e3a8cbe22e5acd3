import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { authorOf } from './author-of.ts';
import { textTakenBack, type CommentCommand } from './comment-command.ts';
import { MARK_TEXT } from '../messages/inbox.en.ts';
import { DONE_TEXT } from '../messages/later.en.ts';
import { SENT } from './reply-confirmations.ts';

type Done = Readonly<{ comment: CommentView; command: Exclude<CommentCommand, { do: 'reply' | 'retry' }> }>;

/** Returns the confirmation of a command. `next`: sends the command that undoes this command. */
export function doneMessage(
  after: CommentView,
  { comment, command }: Done,
  next: (command: CommentCommand) => void,
): ToastMessage {
  const platform = PLATFORM_NAMES[comment.platform];
  const author = authorOf(comment);
  switch (command.do) {
    case 'mark':
      return { title: MARK_TEXT[command.status] };
    case 'check':
      if (after.reply?.state === 'sent') return SENT;
      return after.reply?.state === 'unknown'
        ? { title: DONE_TEXT.stillInDoubt, description: DONE_TEXT.lookYourself(platform) }
        : { title: DONE_TEXT.checked };
    case 'confirm':
      return { title: DONE_TEXT.marked };
    case 'cancel':
      if (comment.reply?.state === 'draft') return { title: DONE_TEXT.discarded };
      return {
        title: DONE_TEXT.takenBack,
        ...(textTakenBack(comment, after) !== null && { description: DONE_TEXT.takenBackHint }),
      };
    case 'hide':
      return {
        title: DONE_TEXT.hidden,
        ...(comment.can.hide === 'here' && { description: INBOX_TEXT.hiddenOnlyHere(platform) }),
        undo: () => {
          next({ do: 'unhide' });
        },
      };
    case 'unhide':
      return { title: DONE_TEXT.shown };
    case 'remove':
      return { title: DONE_TEXT.removing(platform) };
    case 'block':
      return {
        title: DONE_TEXT.blocked(author),
        description: DONE_TEXT.blockedHint,
        undo: () => {
          next({ do: 'unblock' });
        },
      };
    case 'unblock':
      return { title: DONE_TEXT.unblocked(author) };
  }
}
