import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Link, useRouter } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import CalendarClock from 'lucide-react/icons/calendar-clock';
import Copy from 'lucide-react/icons/copy';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import Send from 'lucide-react/icons/send';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { Part } from '#ui/part.tsx';
import { useDuplicatePost } from '../../api/card-actions.ts';
import { CARD_ACTIONS_TEXT as TEXT } from '../../messages/card-actions.en.ts';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { deletableTargets } from '../../model/posts/deletable-targets.ts';
import { isRemovable } from '../../model/posts/is-removable.ts';
import { DeleteRemoteDialog } from '../delete-remote-dialog.tsx';
import { PostNowDialog } from '../post-now-dialog.tsx';

const MoveDialog = lazyPart(async () => (await import('./move-dialog.tsx')).MoveDialog);

type PostMenuProps = Readonly<{
  post: PostView;
  zone: string;
  label: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
  defaultOpen: boolean | 'keys';
}>;

type DialogName = 'post-now' | 'move' | 'delete-there';

export function PostMenu({ post, zone, label, onEdit, onRemove, defaultOpen }: PostMenuProps) {
  const scheduled = post.status === 'scheduled';
  const [openDialog, setOpenDialog] = useState<DialogName | null>(null);
  const close = () => {
    setOpenDialog(null);
  };
  const { mutate: duplicate } = useDuplicatePost(useDraftOpening());
  return (
    <>
      <Menu
        defaultOpen={defaultOpen}
        trigger={
          <Button variant="quiet" size="icon" aria-label={label}>
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        <MenuItem
          disabled={post.publishing}
          onSelect={() => {
            onEdit(post);
          }}
        >
          <Pencil aria-hidden />
          {CARD_TEXT.edit}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            duplicate(post);
          }}
        >
          <Copy aria-hidden />
          {TEXT.duplicate}
        </MenuItem>
        {scheduled && (
          <>
            <MenuItem
              disabled={post.publishing}
              onSelect={() => {
                setOpenDialog('post-now');
              }}
            >
              <Send aria-hidden />
              {TEXT.postNow}
            </MenuItem>
            <MenuItem
              disabled={post.publishing}
              onSelect={() => {
                setOpenDialog('move');
              }}
            >
              <CalendarClock aria-hidden />
              {TEXT.moveTo}
            </MenuItem>
          </>
        )}
        <MenuItem asChild>
          <Link to="/posts/$postId/history" params={{ postId: String(post.id) }}>
            <History aria-hidden />
            {CARD_TEXT.history}
          </Link>
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger={scheduled}
          disabled={!isRemovable(post)}
          onSelect={() => {
            onRemove(post);
          }}
        >
          {scheduled ? <Trash2 aria-hidden /> : <Archive aria-hidden />}
          {scheduled ? CARD_TEXT.delete : CARD_TEXT.archive}
        </MenuItem>
        {deletableTargets(post).length > 0 && (
          <MenuItem
            danger
            onSelect={() => {
              setOpenDialog('delete-there');
            }}
          >
            <Trash2 aria-hidden />
            {CARD_TEXT.deleteThere}
          </MenuItem>
        )}
        {post.publishing && <p className="max-w-56 px-3 py-2 text-xs text-muted">{POST_TEXT.started}</p>}
      </Menu>
      <DeleteRemoteDialog post={post} open={openDialog === 'delete-there'} onOpenChange={close} />
      <PostNowDialog
        post={post}
        accounts={post.targets.length}
        zone={zone}
        open={openDialog === 'post-now'}
        onClose={close}
      />
      {openDialog === 'move' && (
        <Part>
          <MoveDialog post={post} zone={zone} onClose={close} />
        </Part>
      )}
    </>
  );
}

/** Opens a draft in the composer. The list behind the dialog keeps its filter. */
function useDraftOpening(): (draftId: string) => void {
  const router = useRouter();
  return (draftId) => {
    const { pathname, search } = new URL(router.latestLocation.href, window.location.origin);
    const query = new URLSearchParams(search);
    query.set('compose', 'true');
    query.set('draft', draftId);
    void router.navigate({ href: `${pathname}?${query.toString()}`, resetScroll: false });
  };
}
