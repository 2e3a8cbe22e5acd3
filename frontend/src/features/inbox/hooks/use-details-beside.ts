import type { CommentView } from '@posthorn/contracts/inbox/comments.http';
import { useState } from 'react';
import { useMedia } from '#lib/use-media.ts';
import { WIDE_QUERY } from '#lib/wide-query.ts';
import type { InboxRow } from '../model/inbox-rows.ts';

/** The state of the details next to the list, in wide windows. The details show the comment that last had the focus. */
export function useDetailsBeside(comments: readonly CommentView[], rows: readonly InboxRow[]) {
  const isShown = useMedia(WIDE_QUERY) && rows.length > 0;
  const [id, setId] = useState<number | null>(null);
  const comment = isShown ? comments.find((each) => each.id === id) : undefined;
  const follow = (line: number | null) => {
    const row = rows[line ?? -1];
    if (row?.kind === 'comment') setId(row.comment.id);
  };
  return { isShown, comment, follow };
}
