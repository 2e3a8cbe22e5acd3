import type { PostView, RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { useDeletePost, useRestorePost } from '../../api/remove-post.ts';
import { REMOVAL_TEXT } from '../../messages/posts.en.ts';
import { deletableTargets } from '../../model/posts/deletable-targets.ts';

type RemovalEnds = Readonly<{
  /** The post was restored too late to keep its time. */
  onTimePassed: (post: PostView) => void;
  /** The post is archived and still public, and the user wants it deleted from its platforms. */
  onStaysThere: (post: PostView) => void;
}>;

/** Deletes or archives at once. The toast shows which of the two the server did, and offers Undo. */
export function usePostRemoval({ onTimePassed, onStaysThere }: RemovalEnds): (post: PostView) => void {
  const { mutate: restore } = useRestorePost(onTimePassed);
  const { mutate: remove } = useDeletePost((removal, removed) => {
    // A list leaves out the own content of single accounts, and the server no longer returns a deleted post.
    const post = { ...removed, ...(removed.brief && { targets: removal.targets, brief: false }) };
    const staysThere = removal.outcome === 'archived' && deletableTargets(removal).length > 0;
    return {
      ...outcomeWords(post, removal),
      undo: () => {
        restore(post);
      },
      ...(staysThere && {
        action: {
          label: REMOVAL_TEXT.deleteThere,
          run: () => {
            onStaysThere({ ...post, targets: removal.targets });
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
  const out = removal.targets.filter(
    ({ status, remoteDeletion }) => status === 'posted' && remoteDeletion !== 'deleted',
  );
  const title = REMOVAL_TEXT.archived;
  if (out.length === 0) return { title, description: REMOVAL_TEXT.archivedHint };
  const overtaken = before.targets.every(({ status }) => status === 'scheduled');
  const platforms = [...new Set(out.map(({ platform }) => PLATFORM_NAMES[platform]))];
  const where = platforms.length > 3 ? REMOVAL_TEXT.accounts(out.length) : WORDS_AND.format(platforms);
  const first = overtaken ? REMOVAL_TEXT.overtaken : REMOVAL_TEXT.archivedHint;
  return { title, description: `${first} ${REMOVAL_TEXT.stays(where)}` };
}

const WORDS_AND = new Intl.ListFormat('en-GB');
