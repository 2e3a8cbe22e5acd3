import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** A due post is late after this time, because the server normally sends it within seconds. */
const LATE_MILLISECONDS = 60_000;

/** Whether a target waits for its next attempt, or has not begun a minute after the due time. */
export const isLate = ({ status, nextAttemptAt }: TargetView, due: string, now: number): boolean =>
  (status === 'scheduled' && now - Date.parse(due) > LATE_MILLISECONDS) ||
  ((status === 'scheduled' || status === 'publishing') && nextAttemptAt !== null);
