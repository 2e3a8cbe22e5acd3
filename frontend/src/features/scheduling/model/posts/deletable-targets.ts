import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Returns the accounts on which the post is published under a known id, and is not deleted or being deleted. */
export const deletableTargets = ({ targets }: Pick<PostView, 'targets'>): readonly TargetView[] =>
  targets.filter(
    ({ status, remoteId, remoteDeletion }) =>
      status === 'posted' && remoteId !== null && (remoteDeletion === null || remoteDeletion === 'failed'),
  );
