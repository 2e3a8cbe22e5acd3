import { INBOX_TEXT } from '@posthorn/contracts/inbox/inbox-text';
import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import TriangleAlert from 'lucide-react/icons/triangle-alert';
import { classNames } from '#lib/class-names.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { AccountAvatar } from '#ui/account-avatar.tsx';
import { COMMENT_TEXT, MODERATION_TEXT } from '../messages/inbox.en.ts';
import { PlatformSays } from './platform-says.tsx';
import { ReplyProblemSaid } from './said.ts';

/** The colours of the sentiments. Neutral comments have no mark, because most comments are neutral. */
const DOTS = { positive: 'bg-posted', negative: 'bg-failed' } as const;

/** The account, the sentiment, and the state of the comment on its platform. */
export function CommentMarks({ comment }: { comment: CommentView }) {
  const { accountId, accountName, sentiment, edited, isReply, gone, hidden, platform } = comment;
  const marks = [
    isReply && COMMENT_TEXT.isReply,
    edited && COMMENT_TEXT.edited,
    gone && COMMENT_TEXT.goneFrom(PLATFORM_NAMES[platform]),
    // The note below explains a comment that is hidden only in Posthorn.
    hidden === 'platform' && COMMENT_TEXT.hidden,
  ].filter((mark) => mark !== false);
  const account = COMMENT_TEXT.on(PLATFORM_NAMES[platform], accountName);
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-xs text-muted">
      <span className="flex max-w-full min-w-0 items-center gap-1.5">
        <AccountAvatar accountId={accountId} name={accountName} platform={platform} size="line" />
        <span className="min-w-0 truncate" title={account}>
          {account}
        </span>
      </span>
      {sentiment !== 'neutral' && (
        <span className="inline-flex items-center gap-1.5">
          <span aria-hidden className={classNames('size-1.5 rounded-full', DOTS[sentiment])} />
          {COMMENT_TEXT.sentiment[sentiment]}
        </span>
      )}
      {marks.map((mark) => (
        <span key={mark} className="font-medium text-ink">
          {mark}
        </span>
      ))}
    </p>
  );
}

/** The state of a request to hide, show or remove the comment. Also explains when the comment is hidden only in Posthorn. */
export function ModerationNote({ comment }: { comment: CommentView }) {
  const { moderation, platform, hidden } = comment;
  const name = PLATFORM_NAMES[platform];
  if (!moderation)
    return hidden === 'here' ? <p className="text-xs text-muted">{INBOX_TEXT.hiddenOnlyHere(name)}</p> : null;
  const { action, state, problem } = moderation;
  return (
    <div className="text-sm text-muted">
      <p className={classNames(state === 'failed' && 'flex items-start gap-2 text-ink')}>
        {state === 'failed' && (
          <TriangleAlert aria-hidden className="mt-0.5 size-4 shrink-0 text-attention" />
        )}
        <span>
          {MODERATION_TEXT[state][action](name)} {problem && <ReplyProblemSaid said={problem} />}
        </span>
      </p>
      <PlatformSays platform={platform} words={problem?.words} />
    </div>
  );
}
