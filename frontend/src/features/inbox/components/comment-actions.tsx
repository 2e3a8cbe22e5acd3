import type { CommentView, ReplyView } from '@posthorn/contracts/inbox/comments.http';
import Check from 'lucide-react/icons/check';
import CheckCheck from 'lucide-react/icons/check-check';
import Mail from 'lucide-react/icons/mail';
import Reply from 'lucide-react/icons/reply';
import Sparkles from 'lucide-react/icons/sparkles';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { authorOf } from '../model/author-of.ts';
import { canAnswer, canAnswerOnPlatformOnly } from '../model/can-answer.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';
import { readReply, replyKey } from '../model/reply-draft.ts';
import type { Answering } from '../hooks/use-answering.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';
import { ACTION_LOOK, CommentAction } from './comment-action.tsx';
import { OpenLink } from './open-link.tsx';
import { WhyNoReplySaid } from './said.ts';

type CommentActionsProps = Readonly<{
  comment: CommentView;
  userId: string;
  onAnswer: (answering: Answering | null, comment: CommentView) => void;
  onCommand: OnCommentCommand;
}>;

/** The most frequent actions for a comment. The menu contains the others. */
export function CommentActions({ comment, userId, onAnswer, onCommand }: CommentActionsProps) {
  const { id, status, platform, whyNot, whyNotCode, reply, can, gone, hidden, moderation } = comment;
  const hasNoReply = reply === null || reply.state === 'cancelled';
  // A reply that is being sent, or may have been sent, determines the status of the comment.
  const canMark = (status === 'new' || status === 'read') && !gone && !isOnItsWay(reply);
  const commentName = <span className="sr-only">: {COMMENT_TEXT.of(authorOf(comment))}</span>;
  // A hidden comment has no actions here. The menu can show the comment again.
  if (hidden !== false) return null;
  if (moderation?.action === 'remove' && moderation.state === 'requested') return null;
  return (
    <>
      {hasNoReply && whyNot !== null && !gone && can.reply !== 'send' && (
        <p className="text-sm text-muted">
          <WhyNoReplySaid
            said={{ code: whyNotCode, message: whyNot }}
            values={{ platform: PLATFORM_NAMES[platform] }}
          />
        </p>
      )}
      <div className="-mx-2 flex flex-wrap items-center empty:hidden">
        {hasNoReply && canAnswer(comment) && (
          <>
            <CommentAction
              icon={Reply}
              onClick={() => {
                onAnswer({}, comment);
              }}
            >
              {readReply(replyKey(userId, id)) ? COMMENT_TEXT.continueReply : COMMENT_TEXT.reply}
              {commentName}
            </CommentAction>
            <CommentAction
              icon={Sparkles}
              onClick={() => {
                onAnswer({ suggest: true }, comment);
              }}
            >
              {COMMENT_TEXT.suggest}
              {commentName}
            </CommentAction>
          </>
        )}
        {hasNoReply && canAnswerOnPlatformOnly(comment) && (
          <>
            <OpenLink href={comment.openUrl ?? ''}>
              {COMMENT_TEXT.replyOn(PLATFORM_NAMES[comment.platform])}
            </OpenLink>
            <CommentAction
              icon={CheckCheck}
              onClick={() => {
                onCommand(comment, { do: 'confirm' });
              }}
            >
              {COMMENT_TEXT.markSent}
              {commentName}
            </CommentAction>
          </>
        )}
        {canMark && (
          <Button
            variant="quiet"
            title={status === 'new' ? COMMENT_TEXT.markRead : COMMENT_TEXT.markNew}
            className={`min-w-11 ${ACTION_LOOK}`}
            onClick={() => {
              onCommand(comment, { do: 'mark', status: status === 'new' ? 'read' : 'new' });
            }}
          >
            {status === 'new' ? <Check aria-hidden /> : <Mail aria-hidden />}
            {/* On a phone, an icon is enough next to other actions, but not alone. */}
            <span className={hasNoReply ? 'max-sm:sr-only' : undefined}>
              {status === 'new' ? COMMENT_TEXT.markRead : COMMENT_TEXT.markNew}
            </span>
            {commentName}
          </Button>
        )}
      </div>
    </>
  );
}

const isOnItsWay = (reply: ReplyView | null): boolean =>
  reply !== null && ['waiting', 'sending', 'unknown'].includes(reply.state);
