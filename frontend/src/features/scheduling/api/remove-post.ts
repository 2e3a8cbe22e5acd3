import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import {
  deletePost,
  restorePost,
  type PostView,
  type RemovalView,
} from '@posthorn/contracts/scheduling/posts.http';
import type { QueryClient } from '@tanstack/react-query';
import { codeOf, send } from '#lib/api-client.ts';
import type { Rollback } from '#lib/optimistic-updates.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import { failureToast, useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { CALENDARS, removeFromCalendars } from './calendar-cache.ts';
import { notePost, postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';
import { filtersOf } from '../model/post-filter.ts';
import { POSTS_TEXT, REMOVAL_TEXT } from '../messages/posts.en.ts';

/** Removes the post from the list immediately, and restores it when the server refuses. */
export const useDeletePost = (successToast: (removal: RemovalView, removed: PostView) => ToastMessage) =>
  useDeclaredMutation({
    send: ({ id }: PostView) => send(deletePost, undefined, { params: { id } }),
    optimistic: removeFromLists,
    onRefused: (cache, _, { id }) => {
      // The card may show why the server refused.
      void refreshPosts(cache, [id]);
    },
    refreshes: [postCountsQuery, CALENDARS],
    successToast,
    failure: { title: POSTS_TEXT.error, again: POST_TEXT.deleteFailed },
  });

/** @param onTimePassed runs when the server refuses because the time of the post has passed */
export const useRestorePost = (onTimePassed: (post: PostView) => void) =>
  useDeclaredMutation({
    send: ({ id }: PostView) => send(restorePost, undefined, { params: { id } }),
    optimistic: putBackIntoLists,
    onDone: (cache, post) => {
      notePost(cache, post.id, post);
    },
    onRefused: (_, error, post) => {
      if (isTooLate(error)) onTimePassed(post);
    },
    successToast: { title: UI_TEXT.undone },
    refreshes: [postCountsQuery, CALENDARS],
    failure: (error) =>
      isTooLate(error)
        ? { title: REMOVAL_TEXT.timePassed, description: REMOVAL_TEXT.timePassedHint }
        : failureToast({ title: POSTS_TEXT.error, again: REMOVAL_TEXT.restoreFailed }, error),
  });

const isTooLate = (error: Error): boolean => codeOf(error) === 'scheduling.time-is-past';

async function removeFromLists(cache: QueryClient, post: PostView): Promise<Rollback> {
  await changeCounts(cache, post, -1);
  await removeFromCalendars(cache, post.id);
  notePost(cache, post.id, null);
  return () => putBackIntoLists(cache, post);
}

async function putBackIntoLists(cache: QueryClient, post: PostView): Promise<Rollback> {
  await changeCounts(cache, post, 1);
  notePost(cache, post.id, post);
  return () => removeFromLists(cache, post);
}

/** Changes the counts before the server responds. */
async function changeCounts(cache: QueryClient, post: PostView, by: 1 | -1): Promise<void> {
  await cache.cancelQueries(postCountsQuery);
  const lists = filtersOf(post);
  cache.setQueryData(
    postCountsQuery.queryKey,
    (counts) =>
      counts && { ...counts, ...Object.fromEntries(lists.map((list) => [list, counts[list] + by])) },
  );
}
