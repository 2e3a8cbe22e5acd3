import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import {
  changeManyPosts,
  type ManyPostsRequest,
  type OnePostResult,
} from '@posthorn/contracts/scheduling/many-posts.http';
import { restorePost } from '@posthorn/contracts/scheduling/posts.http';
import { messageOf, send } from '#lib/api-client.ts';
import { sayReply } from '#lib/error-sentences.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';

const FAILED = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };
const REFRESHED = [postCountsQuery, { queryKey: [showCalendar.path] }];

type ManyPostsCallbacks = Readonly<{
  onResults: (results: readonly OnePostResult[], request: ManyPostsRequest) => void;
  successToast: (results: readonly OnePostResult[], request: ManyPostsRequest) => ToastMessage | undefined;
}>;

type RestoreCallbacks = Readonly<{
  onResults: (results: readonly OnePostResult[]) => void;
  successToast: (results: readonly OnePostResult[]) => ToastMessage | undefined;
}>;

const withProductMessage = async (result: OnePostResult): Promise<OnePostResult> =>
  result.ok ? result : { ...result, message: (await sayReply(result)).message };

/** Requests one change for several posts. Each post has its own result. */
export const useManyPosts = ({ onResults, successToast }: ManyPostsCallbacks) =>
  useDeclaredMutation({
    send: async (request: ManyPostsRequest) => {
      const { results } = await send(changeManyPosts, request);
      return { results: await Promise.all(results.map(withProductMessage)) };
    },
    onDone: async (cache, { results }, request) => {
      const done = results.filter(({ ok }) => ok).map(({ id }) => id);
      const isGone = request.action === 'delete';
      const shown = isGone ? request.ids.filter((id) => !done.includes(id)) : request.ids;
      await refreshPosts(cache, shown, isGone ? done : []);
      onResults(results, request);
    },
    successToast: ({ results }, request) => successToast(results, request),
    failure: FAILED,
    refreshes: REFRESHED,
  });

/** Restores several deleted posts, one after the other. Each post has its own result. */
export const useRestorePosts = ({ onResults, successToast }: RestoreCallbacks) =>
  useDeclaredMutation({
    send: async (ids: readonly number[]) => {
      const results: OnePostResult[] = [];
      for (const id of ids) results.push(await restoreOne(id));
      return results;
    },
    onDone: async (cache, results, ids) => {
      await refreshPosts(cache, ids);
      onResults(results);
    },
    successToast,
    failure: FAILED,
    refreshes: REFRESHED,
  });

async function restoreOne(id: number): Promise<OnePostResult> {
  try {
    await send(restorePost, undefined, { params: { id } });
    return { id, ok: true };
  } catch (error) {
    return { id, ok: false, message: messageOf(error, POSTS_TEXT.failed) };
  }
}
