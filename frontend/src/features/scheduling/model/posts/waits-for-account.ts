import type { TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Whether the target waits until the user connects its account again. */
export const waitsForAccount = ({ waitsSince }: TargetView): boolean => waitsSince !== null;
