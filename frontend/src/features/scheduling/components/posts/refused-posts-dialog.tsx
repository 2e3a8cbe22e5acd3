import type { ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { Button } from '#ui/button.tsx';
import { Dialog, DialogBody, DialogFooter } from '#ui/dialog.tsx';
import { SEVERAL_TEXT as TEXT } from '../../messages/several.en.ts';

export type RefusedPosts = Readonly<{
  /** `restore`: the undo of a deletion. */
  action: ManyPostsRequest['action'] | 'restore';
  /** True: the server refused to undo a move. */
  isUndo?: boolean;
  posts: readonly Readonly<{ id: number; name: string; message: string }>[];
}>;

/** Lists each post that the server refused to change, with the reason. */
export function RefusedPostsDialog({ refused, onClose }: { refused: RefusedPosts; onClose: () => void }) {
  const { action, isUndo = false, posts } = refused;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={TEXT.refused[action](posts.length)}
      description={action === 'restore' ? TEXT.notRestored : isUndo ? TEXT.notMovedBack : TEXT.refusedHint}
      className="sm:w-[32rem]"
    >
      <DialogBody>
        <ul className="divide-y text-sm">
          {posts.map(({ id, name, message }) => (
            <li key={id} className="py-2">
              <p dir="auto" className="truncate font-medium">
                {name}
              </p>
              <p className="text-failed">{message}</p>
            </li>
          ))}
        </ul>
      </DialogBody>
      <DialogFooter>
        <Button variant="primary" data-autofocus onClick={onClose}>
          {TEXT.ok}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
