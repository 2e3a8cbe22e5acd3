import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useState } from 'react';
import { useNow } from '#lib/now.ts';
import { dayAndTime } from '#lib/zone-format.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { usePostNow } from '../api/card-actions.ts';
import { CARD_ACTIONS_TEXT as TEXT } from '../messages/card-actions.en.ts';

type PostNowDialogProps = Readonly<{
  post: Pick<PostView, 'id' | 'revision' | 'scheduledFor'>;
  /** The number of accounts of the post. */
  accounts: number;
  zone: string;
  open: boolean;
  onClose: () => void;
  onConfirm?: () => void;
}>;

/** Asks before a scheduled post is published now. The server refuses a post that has changed since the question. */
export function PostNowDialog({ post, accounts, zone, open, onClose, onConfirm }: PostNowDialogProps) {
  const now = useNow();
  const { mutate: postNow } = usePostNow();
  // The post as the open question describes it.
  const [asked, setAsked] = useState(post);
  if (!open && asked !== post) setAsked(post);
  return (
    <AlertDialog
      open={open}
      onOpenChange={onClose}
      title={TEXT.postNowAsk}
      description={TEXT.postNowHint(accounts, dayAndTime(asked.scheduledFor, zone, now))}
      confirm={TEXT.postNow}
      onConfirm={() => {
        postNow(asked);
        onConfirm?.();
      }}
    />
  );
}
