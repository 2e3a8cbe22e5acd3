import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { HISTORY_TEXT } from '../../messages/history.en.ts';

/** Says how much of the comments is not shown, where that is some of it. */
export function CommentsCut({ history: { commentsCut } }: Readonly<{ history: HistoryView }>) {
  if (!commentsCut) return null;
  const { shown, steps, read, total } = commentsCut;
  return <p className="text-sm text-muted">{HISTORY_TEXT.commentsCut(shown, steps, read, total)}</p>;
}
