import type { PostView, TargetView } from '@posthorn/contracts/scheduling/posts.http';

/** Accounts on which the post is still published under a known id, and is not being deleted. */
export const deletableTargets = ({ targets }: Pick<PostView, 'targets'>): readonly TargetView[] =>
  targets.filter(
    ({ status, remoteId, remoteDeletion }) =>
      status === 'posted' && remoteId !== null && (remoteDeletion === null || remoteDeletion === 'failed'),
  );
