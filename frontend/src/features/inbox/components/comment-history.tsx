import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { authorOf } from '../model/author-of.ts';
import { HISTORY_TEXT } from '../messages/later.en.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';
import { CommentSteps } from './comment-steps.tsx';

type CommentHistoryProps = Readonly<{
  comment: CommentView;
  zone: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}>;

/** A dialog with the history of a comment. */
export function CommentHistory({ comment, zone, open, onOpenChange }: CommentHistoryProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={HISTORY_TEXT.title}
      description={COMMENT_TEXT.of(authorOf(comment))}
    >
      <DialogBody>{open && <CommentSteps comment={comment} zone={zone} />}</DialogBody>
    </Dialog>
  );
}
