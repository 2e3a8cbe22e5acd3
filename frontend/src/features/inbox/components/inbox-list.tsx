import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { Range } from '@tanstack/virtual-core';
import { useMemo } from 'react';
import { focusedLine } from '#lib/focus-line.ts';
import { useWindowList, WindowList } from '#ui/window-list.tsx';
import { opensElsewhere } from '../can-answer.ts';
import type { InboxRow } from '../inbox-rows.ts';
import { INBOX } from '../messages.en.ts';
import { dropSent, replyKey } from '../reply-draft.ts';
import { useProofs } from '../reply-proof.ts';
import type { AnswersBegun } from '../use-answering.ts';
import { useCommentOrders } from '../use-comment-orders.ts';
import { useFocusKept } from '../use-focus-kept.ts';
import { useInboxKeys, type CommentKey } from '../use-inbox-keys.ts';
import { CommentRow } from './comment-row.tsx';
import { GroupHeader } from './group-header.tsx';
import { MoreRow } from './more-row.tsx';

const HEIGHTS: Readonly<Record<InboxRow['kind'], number>> = { group: 44, comment: 150, more: 44 };
const GAP_PX = 6;
/** Where the list begins, until that is measured. */
const TOP_PX = 260;

type InboxListProps = Readonly<{
  user: UserView;
  rows: readonly InboxRow[];
  comments: readonly CommentView[];
  isBusy: (id: number) => boolean;
  onToggle: (group: string) => void;
  answers: AnswersBegun;
  more: Readonly<{ load: (group: string) => void; failed: ReadonlySet<string> }>;
}>;

/** Headings and comments; only those near the window are in the page, and what has the focus or is being answered. */
export function InboxList({ user, rows, comments, answers, isBusy, onToggle, more }: InboxListProps) {
  const { open, answer } = answers;
  const answered = rows.findIndex((row) => row.kind === 'comment' && row.comment.id === open?.comment.id);
  const list = useWindowList({
    keys: useMemo(() => rows.map(({ key }) => key), [rows]),
    sizeOf: (index) => HEIGHTS[rows[index]?.kind ?? 'comment'],
    gap: GAP_PX,
    top: TOP_PX,
    rangeExtractor: (range) => withLines(range, [focusedLine(), answered]),
  });
  const { first, scrollTo } = list;
  useFocusKept(rows, scrollTo);
  useProofs(comments);
  const userId = user.id;
  const give = useCommentOrders({
    taken: ({ id }) => {
      dropSent(replyKey(userId, id));
    },
    refused: (comment) => {
      answer({}, comment);
    },
  });
  useInboxKeys({
    rows,
    first,
    scrollTo,
    press: (key: CommentKey, comment) => {
      const { status, hidden } = comment;
      if (key === 'reply' && opensElsewhere(comment))
        window.open(comment.openUrl ?? '', '_blank', 'noreferrer');
      else if (key === 'reply') answer({}, comment);
      else if (key === 'suggest') answer({ suggest: true }, comment);
      else if (key === 'read' && status === 'new') give(comment, { do: 'mark', status: 'read' });
      else if (key === 'new' && status === 'read') give(comment, { do: 'mark', status: 'new' });
      else if (key === 'hide' && hidden === false) give(comment, { do: 'hide' });
    },
  });
  return (
    <WindowList list={list} label={INBOX.list} spaced="not-first:mt-[6px]">
      {(index) => {
        const row = rows[index];
        switch (row?.kind) {
          case 'group':
            return <GroupHeader group={row.group} isOpen={row.isOpen} onToggle={onToggle} />;
          case 'comment':
            return (
              <CommentRow
                comment={row.comment}
                userId={userId}
                zone={user.timezone}
                isPremium={user.isPremium}
                isBusy={isBusy(row.comment.id)}
                answering={open?.comment.id === row.comment.id ? open.answering : null}
                onAnswer={answer}
                give={give}
              />
            );
          case 'more':
            return (
              <MoreRow
                group={row.group}
                left={row.left}
                hasFailed={more.failed.has(row.group)}
                onMore={more.load}
              />
            );
          case undefined:
            return null;
        }
      }}
    </WindowList>
  );
}

/** Those of the window, and these wherever they are: a focus that leaves the page is lost, and so is a caret. */
function withLines(
  { startIndex, endIndex, overscan, count }: Range,
  lines: readonly (number | null)[],
): number[] {
  const start = Math.max(startIndex - overscan, 0);
  const end = Math.min(endIndex + overscan, count - 1);
  const inSight = Array.from({ length: Math.max(0, end - start + 1) }, (_, at) => start + at);
  const kept = lines.filter((line) => line !== null && line >= 0 && line < count) as number[];
  return [...new Set([...inSight, ...kept])].sort((a, b) => a - b);
}
