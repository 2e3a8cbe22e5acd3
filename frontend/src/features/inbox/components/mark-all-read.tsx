import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { useMarkManyRead } from '../api/mark-many-read.ts';
import { MARK_ALL_TEXT as TEXT } from '../messages/later.en.ts';

/** Marks all comments of a list of new ones as read. It asks first, because there is no single step to undo many marks. */
export function MarkAllRead({ comments }: { comments: readonly CommentView[] }) {
  const [asking, ask] = useState(false);
  const { mutate: mark } = useMarkManyRead(() => {
    // The list is now empty, and this button is removed.
    document.querySelector('h1')?.focus({ preventScroll: true });
  });
  const fresh = comments.filter(({ status, hidden }) => status === 'new' && hidden === false);
  if (fresh.length < 2) return null;
  return (
    <div className="flex justify-end">
      <Button
        variant="quiet"
        className="px-2.5"
        onClick={() => {
          ask(true);
        }}
      >
        <CheckCheck aria-hidden />
        {TEXT.all(fresh.length)}
      </Button>
      <AlertDialog
        open={asking}
        onOpenChange={ask}
        title={TEXT.ask(fresh.length)}
        description={TEXT.askHint}
        confirm={TEXT.confirm}
        onConfirm={() => {
          mark(fresh.map(({ id }) => id));
        }}
      />
    </div>
  );
}
