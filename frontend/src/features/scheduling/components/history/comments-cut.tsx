import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { HISTORY_TEXT } from '../../messages/history.en.ts';

/** Says how many comments are not shown, if any. */
export function CommentsCut({ history: { commentsCut } }: Readonly<{ history: HistoryView }>) {
  if (!commentsCut) return null;
  const { shown, steps, read, total } = commentsCut;
  return <p className="text-sm text-muted">{HISTORY_TEXT.commentsCut(shown, steps, read, total)}</p>;
}
