import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import Sparkles from 'lucide-react/icons/sparkles';
import { useNow } from '#lib/now.ts';
import { relativeTime } from '#lib/relative-time.ts';
import { useStopAutoReply } from '../api/stop-auto-reply.ts';
import { authorOf } from '../model/author-of.ts';
import { COMING_TEXT } from '../messages/later.en.ts';
import { COMMENT_TEXT } from '../messages/inbox.en.ts';
import { CommentAction } from './comment-action.tsx';

type AutoReplyComingProps = Readonly<{
  comment: CommentView;
  /** The time when the server will write the reply. */
  at: string;
}>;

/** Shows that an automatic reply will follow, with a button that stops it. */
export function AutoReplyComing({ comment, at }: AutoReplyComingProps) {
  const now = useNow();
  const stop = useStopAutoReply(comment);
  const isDue = Date.parse(at) <= now;
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-sm text-muted">
      <Sparkles aria-hidden className="size-4 shrink-0" />
      <p>{isDue ? COMING_TEXT.now : COMING_TEXT.at(relativeTime(at, now))}</p>
      <CommentAction
        disabled={stop.isPending}
        onClick={() => {
          stop.mutate();
        }}
      >
        {COMING_TEXT.stop}
        <span className="sr-only">: {COMMENT_TEXT.of(authorOf(comment))}</span>
      </CommentAction>
    </div>
  );
}
