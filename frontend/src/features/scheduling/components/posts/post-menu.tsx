import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { Link } from '@tanstack/react-router';
import Archive from 'lucide-react/icons/archive';
import Ellipsis from 'lucide-react/icons/ellipsis';
import History from 'lucide-react/icons/history';
import Pencil from 'lucide-react/icons/pencil';
import Trash2 from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { CARD_TEXT } from '../../messages/posts.en.ts';
import { deletableTargets } from '../../model/posts/deletable-targets.ts';
import { DeleteRemoteDialog } from './delete-remote-dialog.tsx';

type PostMenuProps = Readonly<{
  post: PostView;
  label: string;
  onEdit: (post: PostView) => void;
  onRemove: (post: PostView) => void;
  defaultOpen: boolean;
}>;

export function PostMenu({ post, label, onEdit, onRemove, defaultOpen }: PostMenuProps) {
  const scheduled = post.status === 'scheduled';
  const [asking, ask] = useState(false);
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
        {scheduled && (
          <MenuItem
            disabled={post.publishing}
            onSelect={() => {
              onEdit(post);
            }}
          >
            <Pencil aria-hidden />
            {CARD_TEXT.edit}
          </MenuItem>
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
          disabled={post.publishing}
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
              ask(true);
            }}
          >
            <Trash2 aria-hidden />
            {CARD_TEXT.deleteThere}
          </MenuItem>
        )}
        {post.publishing && <p className="max-w-56 px-3 py-2 text-xs text-muted">{POST_TEXT.started}</p>}
      </Menu>
      <DeleteRemoteDialog post={post} open={asking} onOpenChange={ask} />
    </>
  );
}
