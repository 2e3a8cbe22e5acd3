import type { HistoryView } from '@posthorn/contracts/scheduling/history.http';
import { HISTORY_TEXT } from '../../messages/history.en.ts';

/** Shows that the history leaves out comments or steps of them, if it does. */
export function CommentsCut({ history: { commentsCut } }: Readonly<{ history: HistoryView }>) {
  if (!commentsCut) return null;
  const { shown, steps, read, total } = commentsCut;
  return <p className="text-sm text-muted">{HISTORY_TEXT.commentsCut(shown, steps, read, total)}</p>;
}
