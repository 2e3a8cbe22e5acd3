import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** A due post is normally sent within seconds. */
const LATE_MILLISECONDS = 60_000;

/** Whether its time has passed without a running attempt: it waits for its next try, or has not begun. */
export const isLate = ({ status, nextAttemptAt }: TargetView, due: string, now: number): boolean =>
  (status === 'scheduled' && now - Date.parse(due) > LATE_MILLISECONDS) ||
  ((status === 'scheduled' || status === 'publishing') && nextAttemptAt !== null);
