import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import Check from 'lucide-react/icons/check';
import RotateCcw from 'lucide-react/icons/rotate-ccw';
import SearchCheck from 'lucide-react/icons/search-check';
import { useState } from 'react';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AlertDialog } from '#ui/alert-dialog.tsx';
import { DOUBT_TEXT } from '../messages/later.en.ts';
import { COMMENT_TEXT, REPLY_TEXT } from '../messages/inbox.en.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';
import { CommentAction } from './comment-action.tsx';

type ReplyInDoubtProps = Readonly<{ comment: CommentView; isBusy: boolean; onCommand: OnCommentCommand }>;

/** The actions of the user when the outcome of a reply is unknown. */
export function ReplyInDoubt({ comment, isBusy, onCommand }: ReplyInDoubtProps) {
  const [isDialogOpen, setDialogOpen] = useState(false);
  return (
    <>
      <CommentAction
        icon={SearchCheck}
        isMain
        disabled={isBusy}
        onClick={() => {
          onCommand(comment, { do: 'check' });
        }}
      >
        {isBusy ? DOUBT_TEXT.checking : REPLY_TEXT.check}
      </CommentAction>
      <CommentAction
        icon={Check}
        disabled={isBusy}
        onClick={() => {
          onCommand(comment, { do: 'confirm' });
        }}
      >
        {COMMENT_TEXT.markSent}
      </CommentAction>
      <CommentAction
        icon={RotateCcw}
        disabled={isBusy}
        onClick={() => {
          setDialogOpen(true);
        }}
      >
        {DOUBT_TEXT.resend}
      </CommentAction>
      <AlertDialog
        open={isDialogOpen}
        onOpenChange={setDialogOpen}
        title={DOUBT_TEXT.resendAsk(PLATFORM_NAMES[comment.platform])}
        description={DOUBT_TEXT.resendHint(comment.accountName)}
        confirm={DOUBT_TEXT.resend}
        onConfirm={() => {
          onCommand(comment, { do: 'retry' });
        }}
        other={{
          label: DOUBT_TEXT.resendAtOnce,
          onConfirm: () => {
            onCommand(comment, { do: 'retry', atOwnRisk: true });
          },
        }}
      />
    </>
  );
}
