import type { PostView } from '@posthorn/contracts/scheduling/posts.http';

/** Whether the post can be deleted or archived: no account of it is being published or looked up. */
export const isRemovable = ({ publishing, targets }: PostView): boolean =>
  !publishing ||
  targets.every(
    ({ status, nextAttemptAt }) =>
      status === 'posted' || status === 'failed' || (status === 'unknown' && nextAttemptAt === null),
  );
