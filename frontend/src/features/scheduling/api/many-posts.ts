import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import {
  changeManyPosts,
  type ManyPostsRequest,
  type OnePostResult,
} from '@posthorn/contracts/scheduling/many-posts.http';
import { restorePost } from '@posthorn/contracts/scheduling/posts.http';
import { send } from '#lib/api-client.ts';
import { sayReply } from '#lib/error-sentences.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { UI_TEXT } from '#ui/messages.en.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';

const FAILED = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };
const REFRESHED = [postCountsQuery, { queryKey: [showCalendar.path] }];

type ManyPostsCallbacks = Readonly<{
  onResults: (results: readonly OnePostResult[], request: ManyPostsRequest) => void;
  /** Returns the message about the changed posts. `done`: the results without the refused posts. */
  successToast: (done: readonly OnePostResult[], request: ManyPostsRequest) => ToastMessage | undefined;
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
    successToast: ({ results }, request) =>
      successToast(
        results.filter(({ ok }) => ok),
        request,
      ),
    failure: FAILED,
    refreshes: REFRESHED,
  });

/** Restores several deleted posts, one after the other. @throws the first refusal, after all requests */
export const useRestorePosts = () =>
  useDeclaredMutation({
    send: async (ids: readonly number[]) => {
      const refused: unknown[] = [];
      for (const id of ids)
        await send(restorePost, undefined, { params: { id } }).catch((error: unknown) => refused.push(error));
      if (refused.length > 0) throw refused[0];
    },
    onDone: (cache, _, ids) => refreshPosts(cache, ids),
    onRefused: (cache, _, ids) => {
      void refreshPosts(cache, ids);
    },
    successToast: { title: UI_TEXT.undone },
    failure: FAILED,
    refreshes: REFRESHED,
  });
