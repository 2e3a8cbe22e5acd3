import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import Ellipsis from 'lucide-react/icons/ellipsis';
import ExternalLink from 'lucide-react/icons/external-link';
import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import History from 'lucide-react/icons/history';
import Trash2 from 'lucide-react/icons/trash-2';
import UserMinus from 'lucide-react/icons/user-minus';
import { useState } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { exactTime } from '#lib/zone-format.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { Button } from '#ui/button.tsx';
import { Menu, MenuItem, MenuSeparator } from '#ui/menu.tsx';
import { authorOf } from '../model/author-of.ts';
import { MENU_TEXT } from '../messages/later.en.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';
import { CommentHistory } from './comment-history.tsx';

type CommentMenuProps = Readonly<{
  comment: CommentView;
  label: string;
  zone: string;
  onCommand: OnCommentCommand;
  defaultOpen: boolean;
}>;

export function CommentMenu({ comment, label, zone, onCommand, defaultOpen }: CommentMenuProps) {
  const [isRemoveDialogOpen, setRemoveDialogOpen] = useState(false);
  const [isHistoryOpen, setHistoryOpen] = useState(false);
  const { permalink, hidden, gone, can, platform, createdAt } = comment;
  const name = PLATFORM_NAMES[platform];
  const isBeingRemoved = comment.moderation?.action === 'remove' && comment.moderation.state === 'requested';
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
        {permalink !== null && !gone && (
          <MenuItem asChild>
            <a href={permalink} target="_blank" rel="noreferrer">
              <ExternalLink aria-hidden />
              {MENU_TEXT.openOn(name)}
              <span className="sr-only">{COMMENT_TEXT.newTab}</span>
            </a>
          </MenuItem>
        )}
        <MenuItem
          onSelect={() => {
            onCommand(comment, { do: hidden === false ? 'hide' : 'unhide' });
          }}
        >
          {hidden === false ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {hidden === false ? MENU_TEXT.hide : MENU_TEXT.unhide}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            onCommand(comment, { do: 'block' });
          }}
        >
          <UserMinus aria-hidden />
          {COMMENT_TEXT.block}
        </MenuItem>
        <MenuItem
          onSelect={() => {
            setHistoryOpen(true);
          }}
        >
          <History aria-hidden />
          {MENU_TEXT.history}
        </MenuItem>
        {can.remove && !gone && (
          <MenuItem
            danger
            disabled={isBeingRemoved}
            onSelect={() => {
              setRemoveDialogOpen(true);
            }}
          >
            <Trash2 aria-hidden />
            {MENU_TEXT.remove}
          </MenuItem>
        )}
        <MenuSeparator />
        <p className="max-w-64 px-3 py-2 text-xs text-muted">{exactTime(createdAt, zone)}</p>
      </Menu>
      <CommentHistory comment={comment} zone={zone} open={isHistoryOpen} onOpenChange={setHistoryOpen} />
      <AlertDialog
        open={isRemoveDialogOpen}
        onOpenChange={setRemoveDialogOpen}
        title={MENU_TEXT.removeAsk(name)}
        description={MENU_TEXT.removeHint(authorOf(comment))}
        confirm={MENU_TEXT.removeConfirm}
        danger
        onConfirm={() => {
          onCommand(comment, { do: 'remove' });
        }}
      />
    </>
  );
}
