import { listComments, markManyRead, summarizeInbox } from '@posthorn/contracts/inbox/comments.http';
import { queryOptions, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { MARK_TEXT } from '../messages/inbox.en.ts';
import { MARK_ALL_TEXT } from '../messages/later.en.ts';
import { searchOf, type InboxFilter } from '../model/inbox-filter.ts';

/**
 * `until`: the time of the newest comment to mark. `idBelow`: only comments with a smaller id; undefined: all. `count`: the expected number
 * of comments.
 */
type ManyRead = Readonly<{ filter: InboxFilter; until: string; idBelow: number | undefined; count: number }>;
/** How many of the comments are marked; null: no mark is running. */
type Progress = Readonly<{ marked: number; count: number }> | null;

/** In the cache, so that the progress is shown again after a visit to another screen. */
export const markProgressQuery = queryOptions({
  queryKey: ['marked-read'],
  queryFn: (): Progress => null,
  initialData: (): Progress => null,
  enabled: false,
});

/** Marks the new comments of a list as read, step by step. Calls `onLoadedAgain` after the lists have loaded again. */
export function useMarkManyRead(onLoadedAgain: () => void) {
  const queryClient = useQueryClient();
  return useDeclaredMutation({
    send: (many: ManyRead) => markAll(queryClient, many),
    onDone: async (cache) => {
      await loadAgain(cache);
      onLoadedAgain();
    },
    // The first steps may have succeeded.
    onRefused: (cache) => {
      void loadAgain(cache);
    },
    successToast: (marked) => ({ title: MARK_ALL_TEXT.done(marked) }),
    failure: { title: MARK_TEXT.failed, again: MARK_TEXT.failedHint },
  });
}

/** Resolves to the number of comments that were marked. */
async function markAll(cache: QueryClient, { filter, until, idBelow, count }: ManyRead): Promise<number> {
  const { platform, q } = searchOf(filter);
  const report = (progress: Progress) => {
    cache.setQueryData(markProgressQuery.queryKey, progress);
  };
  const body = {
    until,
    ...(idBelow !== undefined && { idBelow }),
    ...(platform && { platform }),
    ...(q !== undefined && { q }),
  };
  let marked = 0;
  report({ marked, count });
  for (let after: string | null | undefined; after !== null;) {
    const step = await send(markManyRead, { ...body, ...(after && { after }) });
    marked += step.marked;
    after = step.next;
    report({ marked, count });
  }
  return marked;
}

/** Ends the progress when the lists and the counts are correct again. */
async function loadAgain(cache: QueryClient): Promise<void> {
  await Promise.all(
    [listComments, summarizeInbox].map(({ path }) => cache.invalidateQueries({ queryKey: [path] })),
  );
  cache.setQueryData(markProgressQuery.queryKey, null);
}
