import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { useMarkManyRead } from '../api/mark-many-read.ts';
import { MARK_ALL_TEXT as TEXT } from '../messages/later.en.ts';

/** Marks the loaded new comments as read. Asks first, because one step cannot undo many marks. */
export function MarkAllRead({ comments }: { comments: readonly CommentView[] }) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { mutate: mark } = useMarkManyRead(() => {
    // The list may be empty now, and this button disappears.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  const newComments = comments.filter(({ status, hidden }) => status === 'new' && hidden === false);
  if (newComments.length < 2) return null;
  return (
    <div className="flex justify-end">
      <Button
        variant="quiet"
        className="px-2.5"
        onClick={() => {
          setDialogOpen(true);
        }}
      >
        <CheckCheck aria-hidden />
        {TEXT.all(newComments.length)}
      </Button>
      <AlertDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={TEXT.ask(newComments.length)}
        description={TEXT.askHint}
        confirm={TEXT.confirm}
        onConfirm={() => {
          mark(newComments.map(({ id }) => id));
        }}
      />
    </div>
  );
}
