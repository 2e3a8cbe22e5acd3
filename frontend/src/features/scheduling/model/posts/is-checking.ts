import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Whether its outcome is unknown and the server looks for it by itself: its owner has nothing to do. */
export const isChecking = ({
  status,
  nextAttemptAt,
}: Pick<TargetView, 'status' | 'nextAttemptAt'>): boolean => status === 'unknown' && nextAttemptAt !== null;
