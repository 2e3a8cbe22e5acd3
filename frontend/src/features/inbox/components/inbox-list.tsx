import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import type { Range } from '@tanstack/virtual-core';
import { useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { firstLines } from '#lib/first-lines.ts';
import { focusedLine } from '#lib/focus-line.ts';
import { useScrollAnchor } from '#lib/scroll-anchor.ts';
import { useLateVirtualizer } from '#lib/use-late-virtualizer.ts';
import { canAnswerOnPlatformOnly } from '../model/can-answer.ts';
import type { InboxRow } from '../model/inbox-rows.ts';
import { INBOX } from '../messages/inbox.en.ts';
import { addReply, dropSent, readReply, replyKey } from '../model/reply-draft.ts';
import { useReplyConfirmations } from '../model/reply-confirmations.ts';
import type { ReplyBeingWritten } from '../hooks/use-answering.ts';
import { useCommentCommands } from '../hooks/use-comment-commands.ts';
import { useFocusInInbox } from '../hooks/use-focus-in-inbox.ts';
import { useInboxKeys, type CommentKey } from '../hooks/use-inbox-keys.ts';
import { CommentRow } from './comment-row.tsx';
import { GroupHeader } from './group-header.tsx';
import { MoreRow } from './more-row.tsx';

const HEIGHTS: Readonly<Record<InboxRow['kind'], number>> = { group: 44, comment: 150, more: 44 };
const GAP_PX = 6;
const OVERSCAN = 4;
/** The assumed top of the list, until the real top is measured. */
const TOP_PX = 260;

type InboxListProps = Readonly<{
  user: UserView;
  rows: readonly InboxRow[];
  comments: readonly CommentView[];
  isBusy: (id: number) => boolean;
  onToggle: (group: string) => void;
  answers: ReplyBeingWritten;
  more: Readonly<{ load: (group: string) => void; failed: ReadonlySet<string> }>;
  /** The id of the comment whose details are open next to the list. */
  selected: number | undefined;
  /** Receives the index of the line that gets the focus. */
  onFocus: (line: number | null) => void;
}>;

/**
 * Lists headings and comments. The DOM contains only the lines near the window, the focused line, and the
 * comment with the open reply box.
 */
export function InboxList(props: InboxListProps) {
  const { user, rows, comments, answers, isBusy, onToggle, more, selected, onFocus } = props;
  const { open, answer, reopen } = answers;
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(TOP_PX);
  const answeredLine = rows.findIndex((row) => row.kind === 'comment' && row.comment.id === open?.comment.id);
  const keys = useMemo(() => rows.map(({ key }) => key), [rows]);
  const estimateSize = (index: number) => HEIGHTS[rows[index]?.kind ?? 'comment'];
  const { virtualizer, hasFailed } = useLateVirtualizer({
    count: rows.length,
    estimateSize,
    gap: GAP_PX,
    overscan: OVERSCAN,
    scrollMargin: top,
    // Without this size, no line is rendered before the first measurement.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
    getItemKey: (index) => keys[index] ?? index,
    rangeExtractor: (range) => withLines(range, [focusedLine(), answeredLine]),
  });
  useLayoutEffect(() => {
    if (virtualizer && list.current) setTop(list.current.offsetTop);
  }, [virtualizer]);
  useScrollAnchor(virtualizer, keys, top);
  const scrollTo = useCallback(
    (index: number) => {
      virtualizer?.scrollToIndex(index, { align: 'center' });
    },
    [virtualizer],
  );
  useFocusInInbox(rows, scrollTo);
  useReplyConfirmations(comments);
  const userId = user.id;
  const onCommand = useCommentCommands({
    onAccepted: ({ id }, replyId) => {
      dropSent(replyKey(userId, id), replyId);
    },
    onTakenBack: ({ id }, text) => {
      addReply(replyKey(userId, id), { text });
    },
    // An unchanged draft has no text in this browser. The comment still shows it.
    onRefused: (comment) => {
      if (readReply(replyKey(userId, comment.id))) reopen(comment);
    },
  });
  useInboxKeys({
    rows,
    first: () => virtualizer?.getVirtualItems()[0]?.index ?? 0,
    scrollTo,
    press: (key: CommentKey, comment) => {
      const { status, hidden } = comment;
      if (key === 'reply' && canAnswerOnPlatformOnly(comment))
        window.open(comment.openUrl ?? '', '_blank', 'noreferrer');
      else if (key === 'reply') answer({}, comment);
      else if (key === 'suggest') answer({ suggest: true }, comment);
      else if (key === 'read' && status === 'new') onCommand(comment, { do: 'mark', status: 'read' });
      else if (key === 'new' && status === 'read') onCommand(comment, { do: 'mark', status: 'new' });
      else if (key === 'hide' && hidden === false) onCommand(comment, { do: 'hide' });
    },
  });
  const { lines, minHeight } = virtualizer
    ? { lines: virtualizer.getVirtualItems() }
    : firstLines({ count: rows.length, sizeOf: estimateSize, gap: GAP_PX, top: TOP_PX }, hasFailed);
  return (
    <ul
      ref={list}
      aria-label={INBOX.list}
      onFocus={() => {
        onFocus(focusedLine());
      }}
      className="relative"
      style={virtualizer ? { height: virtualizer.getTotalSize() } : { minHeight }}
    >
      {lines.map(({ index, start }) => {
        const row = rows[index];
        if (!row) return null;
        return (
          <li
            key={row.key}
            ref={virtualizer?.measureElement}
            data-index={index}
            {...(start === null
              ? { className: 'not-first:mt-[6px]' }
              : {
                  className: 'absolute inset-x-0 top-0',
                  style: { transform: `translateY(${String(start - top)}px)` },
                })}
          >
            {row.kind === 'group' && (
              <GroupHeader group={row.group} isOpen={row.isOpen} onToggle={onToggle} />
            )}
            {row.kind === 'comment' && (
              <CommentRow
                comment={row.comment}
                userId={userId}
                zone={user.timezone}
                isPremium={user.isPremium}
                isBusy={isBusy(row.comment.id)}
                isSelected={row.comment.id === selected}
                answering={open?.comment.id === row.comment.id ? open.answering : null}
                onAnswer={answer}
                onCommand={onCommand}
              />
            )}
            {row.kind === 'more' && (
              <MoreRow
                group={row.group}
                left={row.left}
                hasFailed={more.failed.has(row.group)}
                onMore={more.load}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Returns the indexes of the lines near the window, and `lines`, which stay in the DOM, because a removed line would lose its focus. */
function withLines(
  { startIndex, endIndex, overscan, count }: Range,
  lines: readonly (number | null)[],
): number[] {
  const start = Math.max(startIndex - overscan, 0);
  const end = Math.min(endIndex + overscan, count - 1);
  const nearWindow = Array.from({ length: Math.max(0, end - start + 1) }, (_, offset) => start + offset);
  const kept = lines.filter((line) => line !== null && line >= 0 && line < count) as number[];
  return [...new Set([...nearWindow, ...kept])].sort((a, b) => a - b);
}
