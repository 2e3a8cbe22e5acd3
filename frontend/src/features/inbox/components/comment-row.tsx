import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { memo, useState } from 'react';
import { classNames } from '#lib/class-names.ts';
import { lazyPart } from '#lib/lazy-part.ts';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { exactTime } from '#lib/zone-format.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { Badge } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { Part } from '#ui/part.tsx';
import { authorOf } from '../model/author-of.ts';
import { canAnswer } from '../model/can-answer.ts';
import { textMissing } from '../model/text-missing.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';
import type { Answering } from '../hooks/use-answering.ts';
import type { OnCommentCommand } from '../hooks/use-comment-commands.ts';
import { CommentActions } from './comment-actions.tsx';
import { CommentMarks, ModerationNote } from './comment-marks.tsx';
import { LazyCommentMenu } from './lazy-comment-menu.tsx';
import { ReplyBoxComing } from './reply-box-coming.tsx';
import { ReplyState } from './reply-state.tsx';

const AutoReplyComing = lazyPart(async () => (await import('./auto-reply-coming.tsx')).AutoReplyComing);
const ReplyBox = lazyPart(async () => (await import('./reply-box.tsx')).ReplyBox);

/** A text with more characters takes more than six lines on most screens. */
const LONG_TEXT = 400;

type CommentRowProps = Readonly<{
  comment: CommentView;
  userId: string;
  zone: string;
  isPremium: boolean;
  isBusy: boolean;
  /** The details of this comment are open next to the list. */
  isSelected: boolean;
  /** The reply that the user is writing to this comment; null: none. */
  answering: Answering | null;
  onAnswer: (answering: Answering | null, comment: CommentView) => void;
  onCommand: OnCommentCommand;
}>;

/** A comment with its state, its reply and its actions. */
export const CommentRow = memo(function CommentRow({
  comment,
  userId,
  zone,
  isPremium,
  isBusy,
  isSelected,
  answering,
  onAnswer,
  onCommand,
}: CommentRowProps) {
  const { commenterName, commenterUsername, platform, status, autoReplyAt } = comment;
  const author = authorOf(comment);
  // A hidden comment never counts as new.
  const isNew = status === 'new' && comment.hidden === false;
  // Without a note or a reply between them, the marks and the actions share one line on wide screens.
  const isPlain =
    canAnswer(comment) &&
    comment.hidden === false &&
    !comment.reply &&
    !comment.moderation &&
    autoReplyAt === null &&
    !answering;
  const close = () => {
    onAnswer(null, comment);
  };
  return (
    <article
      data-row={comment.id}
      aria-label={COMMENT_TEXT.of(author)}
      tabIndex={-1}
      aria-current={isSelected || undefined}
      className={classNames(
        'relative rounded-2xl border bg-surface px-3 py-2 shadow-card',
        // The padding shrinks as much as the border grows, so the text does not move.
        isNew && 'border-l-3 border-l-primary pl-2.5',
        isSelected && 'ring-1 ring-primary',
      )}
    >
      <header className="flex min-h-8 flex-wrap items-center gap-x-2 pr-[min(2.5rem,11vw)] text-sm">
        <span className="flex max-w-full min-w-0 items-center gap-2.5">
          <AccountAvatar accountId={null} name={author} platform={platform} />
          <span className="min-w-0 truncate font-semibold" title={author}>
            {author}
          </span>
        </span>
        {commenterName && (
          <span
            className="max-w-full truncate text-xs text-muted max-sm:hidden"
            title={`@${commenterUsername}`}
          >
            @{commenterUsername}
          </span>
        )}
        <When comment={comment} zone={zone} />
        {isNew && <Badge tone="primary">{COMMENT_TEXT.new}</Badge>}
      </header>
      <CommentText comment={comment} />
      <div
        className={isPlain ? 'sm:flex sm:flex-wrap sm:items-center sm:justify-between sm:gap-x-3' : undefined}
      >
        <CommentMarks comment={comment} />
        <ModerationNote comment={comment} />
        {autoReplyAt !== null && (
          // The fallback keeps the space of the line.
          <Part fallback={<div className="h-11" />} trouble="silent">
            <AutoReplyComing comment={comment} at={autoReplyAt} />
          </Part>
        )}
        <ReplyState comment={comment} zone={zone} isBusy={isBusy} onAnswer={onAnswer} onCommand={onCommand} />
        {answering ? (
          <Part fallback={<ReplyBoxComing onClose={close} />}>
            <ReplyBox
              comment={comment}
              userId={userId}
              answering={answering}
              isPremium={isPremium}
              onClose={close}
              onCommand={onCommand}
            />
          </Part>
        ) : (
          // The touch targets are higher than their line, so negative margins let them overlap the line.
          <div className={isPlain ? 'sm:-my-2' : undefined}>
            <CommentActions comment={comment} userId={userId} onAnswer={onAnswer} onCommand={onCommand} />
          </div>
        )}
      </div>
      <div className="absolute top-0 right-0.5">
        <LazyCommentMenu
          comment={comment}
          label={COMMENT_TEXT.menuOf(author)}
          zone={zone}
          onCommand={onCommand}
        />
      </div>
    </article>
  );
});

/** For example "5 min ago". A tooltip shows the exact time, which the menu shows too. */
function When({ comment: { createdAt }, zone }: { comment: CommentView; zone: string }) {
  const now = useNow();
  // Computes the title only under a pointer, because zone names are slow to compute.
  const [isPointedAt, setPointedAt] = useState(false);
  return (
    <time
      dateTime={createdAt}
      title={isPointedAt ? exactTime(createdAt, zone) : undefined}
      onPointerEnter={() => {
        setPointedAt(true);
      }}
      className="text-xs whitespace-nowrap text-muted"
    >
      {relativeTime(createdAt, now)}
    </time>
  );
}

/** The unchanged text of the comment. A long text is collapsed. */
function CommentText({ comment }: { comment: CommentView }) {
  const { commentText, hidden } = comment;
  const [isOpen, setOpen] = useState(false);
  if (commentText === '') return <p className="text-sm text-muted italic">{textMissing(comment)}</p>;
  const isLong = commentText.length > LONG_TEXT || commentText.split('\n').length > 6;
  return (
    <>
      <p
        dir="auto"
        className={classNames(
          'text-[0.9375rem] leading-snug whitespace-pre-wrap',
          isLong && !isOpen && 'line-clamp-6',
          hidden !== false && 'text-muted',
        )}
      >
        {commentText}
      </p>
      {isLong && !isOpen && (
        <Button
          variant="link"
          size="inline"
          className="-ml-1"
          onClick={() => {
            setOpen(true);
          }}
        >
          {COMMENT_TEXT.showAll}
        </Button>
      )}
    </>
  );
}
