import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** What is due is sent within seconds. */
const LATE_MILLISECONDS = 60_000;

/** Nothing of it is under way now, although its time has come: it waits for its next try, or has not begun. */
export const isLate = ({ status, nextAttemptAt }: TargetView, due: string, now: number): boolean =>
  (status === 'scheduled' && now - Date.parse(due) > LATE_MILLISECONDS) ||
  ((status === 'scheduled' || status === 'publishing') && nextAttemptAt !== null);
