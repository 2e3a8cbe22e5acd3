import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Whether the outcome is unknown and the server checks it again by itself. The user need not act. */
export const isChecking = ({
  status,
  nextAttemptAt,
}: Pick<TargetView, 'status' | 'nextAttemptAt'>): boolean => status === 'unknown' && nextAttemptAt !== null;
