import { COMMENT_HISTORY } from '@posthorn/contracts/inbox/comment-history';
import type { CommentHistoryEntry, CommentView } from '@posthorn/contracts/inbox/comments.http';
import { textOf } from '@posthorn/contracts/shared/said';
import { useQuery } from '@tanstack/react-query';
import { actorName } from '#lib/actor-name.ts';
import { classNames } from '#lib/class-names.ts';
import { exactTime, stepTime } from '#lib/zone-format.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { commentHistoryQuery } from '../api/comment-history.ts';
import { lookOf } from '../model/event-looks.ts';
import { HISTORY_TEXT } from '../messages/later.en.ts';

type CommentStepsProps = Readonly<{
  comment: CommentView;
  zone: string;
  /** False: the history does not load yet. */
  loadsHistory?: boolean;
}>;

/** The steps in the history of a comment. */
export function CommentSteps({ comment, zone, loadsHistory = true }: CommentStepsProps) {
  const { data, isError, refetch } = useQuery({ ...commentHistoryQuery(comment.id), enabled: loadsHistory });
  if (data)
    return (
      <ol aria-label={HISTORY_TEXT.steps}>
        {data.map((entry) => (
          <Step key={entry.id} entry={entry} zone={zone} />
        ))}
      </ol>
    );
  if (!isError) return <Skeleton className="h-24" />;
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 text-sm">
      <p>{HISTORY_TEXT.failed}</p>
      <Button
        onClick={() => {
          void refetch();
        }}
      >
        {HISTORY_TEXT.again}
      </Button>
    </div>
  );
}

function Step({ entry, zone }: { entry: CommentHistoryEntry; zone: string }) {
  const { type, at, actor, said, summary } = entry;
  const { icon: Picture, text } = lookOf(type);
  return (
    <li className="group relative flex gap-3 pb-5">
      <span aria-hidden className="absolute top-8 bottom-0 left-4 w-px bg-line group-last:hidden" />
      <span
        className={classNames(
          'z-10 flex size-8 shrink-0 items-center justify-center rounded-full border bg-surface',
          text,
        )}
      >
        <Picture aria-hidden className="size-4" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <p className="text-sm font-medium">{textOf(COMMENT_HISTORY, said) ?? summary}</p>
        <p className="text-xs text-muted">
          <time dateTime={at} title={exactTime(at, zone)}>
            {stepTime(at, zone)}
          </time>
          {' · '}
          {actorName(actor)}
        </p>
      </div>
    </li>
  );
}
