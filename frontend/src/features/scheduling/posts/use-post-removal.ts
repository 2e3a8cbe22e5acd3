import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import type { PostView, RemovalView } from '@posthorn/contracts/scheduling/posts.http';
import { codeOf, messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { toast } from '#ui/toast-store.ts';
import { useDeletePost, useRestorePost } from '../api/change-posts.ts';
import { deletableTargets } from './remote-posts.ts';

type RemovalEnds = Readonly<{
  /** It came back too late to keep its time. */
  onTimePassed: (post: PostView) => void;
  /** It is archived and still public; somebody wants it off its platforms. */
  onStaysThere: (post: PostView) => void;
}>;

/** Deletes or archives at once, with Undo in the toast, which says what the server made of it. */
export function usePostRemoval({ onTimePassed, onStaysThere }: RemovalEnds): (post: PostView) => void {
  const { mutate: restore } = useRestorePost((error, post) => {
    if (codeOf(error) === 'scheduling.time-is-past') {
      toast({ title: 'Its time has passed', description: 'Choose a new time for this post.' });
      onTimePassed(post);
      return;
    }
    const description = messageOf(error, 'Failed to restore post. Please try again.');
    toast({ title: 'Error', description, variant: 'destructive' });
  });
  const { mutate: remove } = useDeletePost({
    success: (post, removal) => {
      const staysThere = removal.outcome === 'archived' && deletableTargets(removal).length > 0;
      toast({
        ...outcomeWords(post, removal),
        undo: () => {
          restore(post);
        },
        ...(staysThere && {
          action: {
            label: 'Delete on the platforms',
            run: () => {
              onStaysThere({ ...post, targets: removal.targets });
            },
          },
        }),
      });
    },
    error: (error) => {
      toast({
        title: 'Error',
        description: messageOf(error, POST_TEXT.deleteFailed),
        variant: 'destructive',
      });
    },
  });
  return remove;
}

function outcomeWords(before: PostView, removal: RemovalView): { title: string; description: string } {
  if (removal.outcome === 'cancelled')
    return { title: 'Post Deleted', description: 'Your post has been successfully deleted.' };
  const out = removal.targets.filter(
    ({ status, remoteDeletion }) => status === 'posted' && remoteDeletion !== 'deleted',
  );
  const title = 'Post Archived';
  if (out.length === 0) return { title, description: 'It is no longer in this list.' };
  const overtaken = before.targets.every(({ status }) => status === 'scheduled');
  const platforms = [...new Set(out.map(({ platform }) => PLATFORM_NAMES[platform]))];
  const where = platforms.length > 3 ? `${String(out.length)} accounts` : WORDS_AND.format(platforms);
  const first = overtaken ? 'It was published before it could be deleted.' : 'It is no longer in this list.';
  return { title, description: `${first} It stays on ${where}.` };
}

const WORDS_AND = new Intl.ListFormat('en-GB');
