import { showCalendar } from '@posthorn/contracts/scheduling/calendar.http';
import {
  changeManyPosts,
  type ManyPostsRequest,
  type OnePostResult,
} from '@posthorn/contracts/scheduling/many-posts.http';
import { restorePost } from '@posthorn/contracts/scheduling/posts.http';
import { send } from '#lib/api-client.ts';
import { sayRefusal } from '#lib/error-sentences.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { POSTS_TEXT } from '../messages/posts.en.ts';
import { postCountsQuery } from './posts.ts';
import { refreshPosts } from './refresh-posts.ts';

const FAILED = { title: POSTS_TEXT.error, again: POSTS_TEXT.failed };
const REFRESHED = [postCountsQuery, { queryKey: [showCalendar.path] }];

type Ends = Readonly<{
  onResults: (results: readonly OnePostResult[], request: ManyPostsRequest) => void;
  /** The message about the posts that were changed. */
  says: (done: readonly number[], request: ManyPostsRequest) => ToastMessage | undefined;
}>;

const doneIn = (results: readonly OnePostResult[]): readonly number[] =>
  results.filter(({ ok }) => ok).map(({ id }) => id);

const inOwnWords = async (result: OnePostResult): Promise<OnePostResult> =>
  result.ok ? result : { ...result, message: await sayRefusal(result) };

/** One change for several posts. Each has its own result. */
export const useManyPosts = ({ onResults, says }: Ends) =>
  useDeclaredMutation({
    send: async (request: ManyPostsRequest) => {
      const { results } = await send(changeManyPosts, request);
      return { results: await Promise.all(results.map(inOwnWords)) };
    },
    onDone: async (cache, { results }, request) => {
      const done = doneIn(results);
      const isGone = request.action === 'delete';
      const shown = isGone ? request.ids.filter((id) => !done.includes(id)) : request.ids;
      await refreshPosts(cache, shown, isGone ? done : []);
      onResults(results, request);
    },
    says: ({ results }, request) => {
      const done = doneIn(results);
      return done.length > 0 ? says(done, request) : undefined;
    },
    failure: FAILED,
    refreshes: REFRESHED,
  });

/** Undoes a deletion of several posts, one after the other. */
export const useRestorePosts = () =>
  useDeclaredMutation({
    send: async (ids: readonly number[]) => {
      const refused: unknown[] = [];
      for (const id of ids)
        await send(restorePost, undefined, { params: { id } }).catch((error: unknown) => refused.push(error));
      if (refused.length > 0) throw refused[0];
    },
    onDone: (cache, _, ids) => refreshPosts(cache, ids),
    onRefused: (cache, _, ids) => refreshPosts(cache, ids),
    failure: FAILED,
    refreshes: REFRESHED,
  });
