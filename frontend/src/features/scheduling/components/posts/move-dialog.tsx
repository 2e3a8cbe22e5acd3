import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { Dialog, DialogBody } from '#ui/dialog.tsx';
import { usePostMoves } from '../../hooks/calendar/use-post-moves.ts';
import { CARD_ACTIONS_TEXT as TEXT } from '../../messages/card-actions.en.ts';
import { nameOf } from '../../model/posts/post-name.ts';
import { MoveForm } from '../calendar/move-form.tsx';

type MoveDialogProps = Readonly<{ post: PostView; zone: string; onClose: () => void }>;

/** Moves one post to another time, with the same form as the calendar. */
export function MoveDialog({ post, zone, onClose }: MoveDialogProps) {
  const now = useNow();
  const move = usePostMoves(zone);
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TEXT.move}
      description={dayAndTime(post.scheduledFor, zone, now)}
      className="sm:w-[28rem]"
    >
      <DialogBody className="space-y-4">
        <p dir="auto" className="line-clamp-2 wrap-break-word">
          {nameOf(post)}
        </p>
        <MoveForm
          scheduledFor={post.scheduledFor}
          zone={zone}
          isFirst
          onMove={(to) => {
            onClose();
            move(post, to);
          }}
        />
      </DialogBody>
    </Dialog>
  );
}
