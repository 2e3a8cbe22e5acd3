import {
  type CommentView,
  COMMENTS_PAGE,
  listComments,
  markManyRead,
  summarizeInbox,
} from '@posthorn/contracts/inbox/comments.http';
import CheckCheck from 'lucide-react/icons/check-check';
import { useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { MARK_ALL_TEXT as TEXT, MARK_ALL_TEXT } from '../messages/later.en.ts';
import { MARK_TEXT } from '../messages/inbox.en.ts';

/** Marks these comments as read, as many as the server takes at a time; `onLeft` once they have left lists of what is new. */
const useMarkManyRead = (onLeft: () => void) =>
  useDeclaredMutation({
    send: (ids: readonly number[]) => send(markManyRead, { ids: ids.slice(0, COMMENTS_PAGE.limitMax) }),
    onDone: async (cache) => {
      await Promise.all(
        [listComments, summarizeInbox].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
      );
      onLeft();
    },
    says: ({ marked }) => ({ title: MARK_ALL_TEXT.done(marked) }),
    failure: { title: MARK_TEXT.failed, again: MARK_TEXT.failedHint },
  });

/** For a list of what is new: all of it is read. It asks, because many marks are no single step back. */
export function MarkAllRead({ comments }: { comments: readonly CommentView[] }) {
  const [asking, ask] = useState(false);
  const { mutate: mark } = useMarkManyRead(() => {
    // The list is empty by now, and this button gone.
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
