import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Link } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import Copy from 'lucide-react/icons/copy';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { CALENDAR_TEXT as TEXT } from '../../messages/calendar.en.ts';
import { CARD_ACTIONS_TEXT } from '../../messages/card-actions.en.ts';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { isDraftLine, type CalendarLine } from '../../model/calendar/calendar-line.ts';
import { PostNowDialog } from '../post-now-dialog.tsx';

type Props = Readonly<{
  item: CalendarLine;
  zone: string;
  onDuplicate: (post: Readonly<{ id: number }>) => void;
  /** Calls `then` with the whole post. */
  withPost: (id: number, then: (post: PostView) => void) => void;
  onRemove: () => void;
  onClose: () => void;
}>;

/** Links to the post or draft of an entry, and the actions that a card of Posts also offers. */
export function EntryActions({ item, zone, onDuplicate, withPost, onRemove, onClose }: Props) {
  const [postToConfirm, setPostToConfirm] = useState<PostView | null>(null);
  if (isDraftLine(item))
    return (
      <>
        <Button asChild>
          <Link data-autofocus to="/posts" search={{ compose: true, draft: item.id, from: 'calendar' }}>
            <Pencil aria-hidden />
            {TEXT.editDraft}
          </Link>
        </Button>
        <RemoveButton isScheduled onRemove={onRemove} />
      </>
    );
  const { id, status, movable } = item;
  const isScheduled = status === 'scheduled';
  return (
    <>
      <Button asChild>
        <Link data-autofocus to="/posts" search={{ post: id }}>
          {TEXT.open}
        </Link>
      </Button>
      {movable && (
        <Button asChild>
          <Link to="/posts" search={{ edit: id, from: 'calendar' }}>
            <Pencil aria-hidden />
            {TEXT.edit}
          </Link>
        </Button>
      )}
      <Button
        onClick={() => {
          onClose();
          onDuplicate(item);
        }}
      >
        <Copy aria-hidden />
        {CARD_ACTIONS_TEXT.duplicate}
      </Button>
      {movable && (
        <Button
          onClick={() => {
            withPost(id, setPostToConfirm);
          }}
        >
          <Send aria-hidden />
          {CARD_ACTIONS_TEXT.postNow}
        </Button>
      )}
      {/* While a post is being published, it can be neither deleted nor archived. */}
      {(movable || !isScheduled) && <RemoveButton isScheduled={isScheduled} onRemove={onRemove} />}
      {postToConfirm && (
        <PostNowDialog
          post={postToConfirm}
          accounts={postToConfirm.targets.length}
          zone={zone}
          open
          onClose={() => {
            setPostToConfirm(null);
          }}
          onConfirm={onClose}
        />
      )}
    </>
  );
}

/** Deletes a draft or a scheduled post, and archives other posts. */
function RemoveButton({ isScheduled, onRemove }: Readonly<{ isScheduled: boolean; onRemove: () => void }>) {
  return (
    <Button variant="quiet" className={isScheduled ? 'text-failed' : undefined} onClick={onRemove}>
      {isScheduled ? <Trash2 aria-hidden /> : <Archive aria-hidden />}
      {isScheduled ? CARD_TEXT.delete : CARD_TEXT.archive}
    </Button>
  );
}
