import type { PostView, RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { useDeletePost, useRestorePost } from '../api/remove-post.ts';
import { REMOVAL_TEXT } from '../messages/posts.en.ts';
import { deletableTargets } from '../model/posts/deletable-targets.ts';

type RemovalCallbacks = Readonly<{
  /** Runs when a post cannot be restored because its time has passed. */
  onTimePassed: (post: PostView) => void;
  /** Runs when the user wants to delete an archived, still public post from its platforms. */
  onDeleteRemotely: (post: PostView) => void;
}>;

/**
 * Returns a function that removes a post from the list immediately. The toast shows whether the server
 * deleted or archived the post, and offers an undo.
 */
export function usePostRemoval({
  onTimePassed,
  onDeleteRemotely,
}: RemovalCallbacks): (post: PostView) => void {
  const { mutate: restore } = useRestorePost(onTimePassed);
  const { mutate: remove } = useDeletePost((removal, removed) => {
    // A brief post has no content of single accounts, and the server no longer returns a deleted post.
    const post = { ...removed, ...(removed.brief && { targets: removal.targets, brief: false }) };
    const isStillPublic = removal.outcome === 'archived' && deletableTargets(removal).length > 0;
    return {
      ...outcomeWords(post, removal),
      undo: () => {
        restore(post);
      },
      ...(isStillPublic && {
        action: {
          label: REMOVAL_TEXT.deleteThere,
          run: () => {
            onDeleteRemotely({ ...post, targets: removal.targets });
          },
        },
      }),
    };
  });
  return remove;
}

function outcomeWords(before: PostView, removal: RemovalView): { title: string; description: string } {
  if (removal.outcome === 'cancelled')
    return { title: REMOVAL_TEXT.deleted, description: REMOVAL_TEXT.deletedHint };
  const publicTargets = removal.targets.filter(
    ({ status, remoteDeletion }) => status === 'posted' && remoteDeletion !== 'deleted',
  );
  const title = REMOVAL_TEXT.archived;
  if (publicTargets.length === 0) return { title, description: REMOVAL_TEXT.archivedHint };
  const overtaken = before.targets.every(({ status }) => status === 'scheduled');
  const platforms = [...new Set(publicTargets.map(({ platform }) => PLATFORM_NAMES[platform]))];
  const where =
    platforms.length > 3 ? REMOVAL_TEXT.accounts(publicTargets.length) : PLATFORM_LIST.format(platforms);
  const first = overtaken ? REMOVAL_TEXT.overtaken : REMOVAL_TEXT.archivedHint;
  return { title, description: `${first} ${REMOVAL_TEXT.stays(where)}` };
}

const PLATFORM_LIST = new Intl.ListFormat('en-GB');
