import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useEffect, useMemo, useRef } from 'react';
import { focusLine, focusedLine, lineAt, lineToGoFrom } from '#lib/focus-line.ts';
import { useShortcuts } from '#lib/shortcuts.ts';
import type { InboxRow } from '../model/inbox-rows.ts';

export type CommentKey = 'reply' | 'read' | 'new' | 'suggest' | 'hide';

type List = Readonly<{
  rows: readonly InboxRow[];
  /** The index of the first rendered line. */
  first: () => number;
  scrollTo: (index: number) => void;
  /** Runs the action of a key on the focused comment. */
  press: (key: CommentKey, comment: CommentView) => void;
}>;

/** Shortcuts: `j` and `k` move the focus from line to line, other letters act on the focused comment. */
export function useInboxKeys(list: List): void {
  const latestList = useRef(list);
  useEffect(() => {
    latestList.current = list;
  });
  const [go, press] = useMemo(
    () =>
      [
        (by: 1 | -1) => {
          moveFocus(() => latestList.current, by);
        },
        (key: CommentKey) => {
          const { rows, press: act } = latestList.current;
          // Other people notice a hidden comment, so this key works only when the comment itself has the focus.
          if (key === 'hide' && document.activeElement?.matches('[data-row]') !== true) return;
          const row = rows[focusedLine() ?? -1];
          if (row?.kind === 'comment') act(key, row.comment);
        },
      ] as const,
    [],
  );
  useShortcuts(
    useMemo(
      () => ({
        j: () => {
          go(1);
        },
        k: () => {
          go(-1);
        },
        r: () => {
          press('reply');
        },
        e: () => {
          press('read');
        },
        u: () => {
          press('new');
        },
        a: () => {
          press('suggest');
        },
        h: () => {
          press('hide');
        },
      }),
      [go, press],
    ),
  );
}

function moveFocus(list: () => List, by: 1 | -1): void {
  const { rows, first } = list();
  const from = lineToGoFrom();
  const to = from === null ? first() : from + by;
  if (!rows[to]) return;
  lineAt(to)?.scrollIntoView({ block: 'nearest' });
  focusLine(to, () => {
    // Reads the list again, because the list cannot scroll until its virtualizer has loaded.
    list().scrollTo(to);
  });
}
