import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useQuery } from '@tanstack/react-query';
import CheckCheck from 'lucide-react/icons/check-check';
import { useRef, useState } from 'react';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { markProgressQuery, useMarkManyRead } from '../api/mark-many-read.ts';
import { MARK_ALL_TEXT as TEXT } from '../messages/later.en.ts';
import type { InboxFilter } from '../model/inbox-filter.ts';

type MarkAllReadProps = Readonly<{
  filter: InboxFilter;
  /** The newest comment on the screen. Comments that arrive later stay new. */
  newest: CommentView | undefined;
  /** Comments that have arrived and are not on the screen yet. They stay new, even if they are older than `newest`. */
  waiting: readonly CommentView[];
  /** The number of new comments in the list, including those that are not loaded. */
  count: number;
}>;

/** Marks all new comments of the list as read. Asks first, because Undo cannot revert many marks. */
export function MarkAllRead({ filter, newest, waiting, count }: MarkAllReadProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  const { data: progress } = useQuery(markProgressQuery);
  const button = useRef<HTMLButtonElement>(null);
  const { mutate: mark } = useMarkManyRead(() => {
    // The button disappears with the focus, unless the user has continued elsewhere.
    const { activeElement } = document;
    if (activeElement === document.body || activeElement === button.current)
      document.querySelector('h1')?.focus({ preventScroll: true });
  });
  if (progress)
    return (
      <p role="status" className="flex min-h-11 items-center justify-end text-sm text-muted">
        {TEXT.progress(progress.marked, progress.count)}
      </p>
    );
  if (count < 2 || !newest) return null;
  return (
    <div className="flex justify-end">
      <Button
        ref={button}
        variant="quiet"
        className="px-2.5"
        onClick={() => {
          setDialogOpen(true);
        }}
      >
        <CheckCheck aria-hidden />
        {TEXT.all(count)}
      </Button>
      <AlertDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={TEXT.ask(count)}
        description={TEXT.askHint}
        confirm={TEXT.confirm}
        onConfirm={() => {
          // Comments have ids in the order in which they arrive.
          const idBelow = waiting.length > 0 ? Math.min(...waiting.map(({ id }) => id)) : undefined;
          mark({ filter, until: newest.createdAt, idBelow, count });
        }}
      />
    </div>
  );
}
