import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import { type PostView } from '@posthorn/contracts/scheduling/posts.http';
import { codeOf, messageOf } from '#lib/api-client.ts';
import { toast } from '#ui/toast-store.ts';
import { useDeletePost, useRestorePost } from './api/change-posts.ts';

/** Deletes or archives at once, with Undo in the toast. `onTimePassed`: it came back too late to keep its time. */
export function usePostRemoval(onTimePassed: (post: PostView) => void): (post: PostView) => void {
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
    success: (post) => {
      const deleted = post.status === 'scheduled';
      toast({
        title: deleted ? 'Post Deleted' : 'Post Archived',
        description: deleted
          ? 'Your post has been successfully deleted.'
          : 'It is no longer in this list. It stays on its platforms.',
        undo: () => {
          restore(post);
        },
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
