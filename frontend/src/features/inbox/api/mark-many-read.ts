import {
  COMMENTS_PAGE,
  listComments,
  markManyRead,
  summarizeInbox,
} from '@posthorn/contracts/inbox/comments.http';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { MARK_TEXT } from '../messages/inbox.en.ts';
import { MARK_ALL_TEXT } from '../messages/later.en.ts';

/** Marks comments as read, at most as many as the server accepts in one request. Calls `onLeft` after the lists have loaded again. */
export const useMarkManyRead = (onLeft: () => void) =>
  useDeclaredMutation({
    send: (ids: readonly number[]) => send(markManyRead, { ids: ids.slice(0, COMMENTS_PAGE.limitMax) }),
    onDone: async (cache) => {
      await Promise.all(
        [listComments, summarizeInbox].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
      );
      onLeft();
    },
    successToast: ({ marked }) => ({ title: MARK_ALL_TEXT.done(marked) }),
    failure: { title: MARK_TEXT.failed, again: MARK_TEXT.failedHint },
  });
