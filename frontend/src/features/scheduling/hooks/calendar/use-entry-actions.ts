import type { PostView } from '@posthorn/contracts/scheduling/posts.http';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { failureToast } from '#ui/declared-mutation.ts';
import { toast } from '#ui/toast-store.ts';
import { useDuplicatePost } from '../../api/card-actions.ts';
import { useRemoveDraft } from '../../api/drafts/drafts.ts';
import { postQuery } from '../../api/posts.ts';
import { DETAILS_TEXT, POSTS_TEXT } from '../../messages/posts.en.ts';
import { isDraftLine, type CalendarLine } from '../../model/calendar/calendar-line.ts';
import { noteRestoredPost } from '../../model/posts/restored-post.ts';
import { usePostRemoval } from '../use-post-removal.ts';

const FAILED = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };

/** Returns the actions that the cards on the screen Posts also have. When the composer closes, it returns to the calendar. */
export function useEntryActions(userId: string) {
  const cache = useQueryClient();
  const navigate = useNavigate();
  const [postToDelete, setPostToDelete] = useState<PostView | null>(null);
  const compose = (draft?: string) => {
    void navigate({ to: '/posts', search: { compose: true, ...(draft && { draft }), from: 'calendar' } });
  };
  const { mutate: duplicate } = useDuplicatePost(compose);
  const removeDraft = useRemoveDraft(userId);
  const removePost = usePostRemoval({
    onTimePassed: (post) => {
      noteRestoredPost(post);
      compose();
    },
    onDeleteRemotely: setPostToDelete,
  });
  const load = (id: number) => cache.query({ ...postQuery(id), staleTime: 'static' });
  const withPost = (id: number, then: (post: PostView) => void) => {
    load(id).then(
      (post) => {
        if (post) then(post);
        else toast({ title: DETAILS_TEXT.gone });
      },
      (error: unknown) => {
        toast(failureToast(FAILED, error));
      },
    );
  };
  return {
    duplicate,
    /** Calls `then` with the whole post, or shows why it cannot be loaded. */
    withPost,
    remove: (item: CalendarLine) => {
      if (isDraftLine(item)) removeDraft(item.id, false);
      else withPost(item.id, removePost);
    },
    /** An archived post that the user wants to delete from its platforms. */
    postToDelete,
    onRemoteDeletionClosed: () => {
      setPostToDelete(null);
    },
  };
}
