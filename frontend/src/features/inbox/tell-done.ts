import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { toast } from '#ui/toast-store.ts';
import { authorOf } from './author-of.ts';
import type { CommentOrder } from './comment-order.ts';
import { MARK_TEXT } from './messages.en.ts';
import { DONE_TEXT } from './later.messages.en.ts';
import { tellSent } from './reply-proof.ts';

type Done = Readonly<{ comment: CommentView; order: Exclude<CommentOrder, { do: 'reply' | 'retry' }> }>;

/** Says that what somebody wanted done with a comment is done; `next` takes it back where that can be. */
export function tellDone(
  after: CommentView,
  { comment, order }: Done,
  next: (order: CommentOrder) => void,
): void {
  const platform = PLATFORM_NAMES[comment.platform];
  const author = authorOf(comment);
  switch (order.do) {
    case 'mark':
      toast({ title: MARK_TEXT[order.status] });
      return;
    case 'check':
      if (after.reply?.state === 'sent') tellSent();
      else if (after.reply?.state === 'unknown')
        toast({ title: DONE_TEXT.stillInDoubt, description: DONE_TEXT.lookYourself(platform) });
      else toast({ title: DONE_TEXT.checked });
      return;
    case 'confirm':
      toast({ title: DONE_TEXT.marked });
      return;
    case 'cancel':
      toast({ title: comment.reply?.state === 'draft' ? DONE_TEXT.discarded : DONE_TEXT.takenBack });
      return;
    case 'hide': {
      const description = comment.can.hide === 'here' ? INBOX_TEXT.hiddenOnlyHere(platform) : undefined;
      toast({
        title: DONE_TEXT.hidden,
        ...(description !== undefined && { description }),
        undo: () => {
          next({ do: 'unhide' });
        },
      });
      return;
    }
    case 'unhide':
      toast({ title: DONE_TEXT.shown });
      return;
    case 'remove':
      toast({ title: DONE_TEXT.removing(platform) });
      return;
    case 'block':
      toast({
        title: DONE_TEXT.blocked(author),
        description: DONE_TEXT.blockedHint,
        undo: () => {
          next({ do: 'unblock' });
        },
      });
      return;
    case 'unblock':
      toast({ title: DONE_TEXT.unblocked(author) });
  }
}
