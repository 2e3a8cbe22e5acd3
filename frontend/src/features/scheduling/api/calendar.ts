import {
  showCalendar,
  type CalendarItem,
  type CalendarView,
} from '@posthorn/contracts/scheduling/calendar.http';
import { changeManyPosts, type ManyPostsRequest } from '@posthorn/contracts/scheduling/many-posts.http';
import { listPosts } from '@posthorn/contracts/scheduling/posts.http';
import { keepPreviousData, queryOptions, type QueryClient } from '@tanstack/react-query';
import { messageOf, send } from '#lib/api-client.ts';
import type { Rollback } from '#lib/optimistic-updates.ts';
import { sayReply } from '#lib/error-sentences.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import type { ToastMessage } from '#ui/toast-store.ts';
import { CALENDAR_TEXT } from '../messages/calendar.en.ts';
import type { CalendarList } from '../model/calendar/calendar-search.ts';

type Span = Readonly<{
  from: string;
  to: string;
  account?: number | undefined;
  status?: CalendarList | undefined;
}>;

/** Loads the posts and drafts of a span. While another span loads, the screen shows the previous span. */
export const calendarQuery = ({ from, to, account, status }: Span) => {
  const query = {
    from,
    to,
    ...(account !== undefined && { accounts: String(account) }),
    ...(status && { status }),
  };
  return queryOptions({
    queryKey: [showCalendar.path, query],
    queryFn: ({ signal }) => send(showCalendar, undefined, { query, signal }),
    placeholderData: keepPreviousData,
  });
};

/**
 * `by`: the change that the server applies: whole days at the same local time of a zone, or minutes of elapsed time.
 * `to`: the new instant, first as the screen expects it, then as the server returns it.
 */
export type PostMove = Readonly<{
  item: Pick<CalendarItem, 'id' | 'scheduledFor'>;
  to: string;
  by: Pick<ManyPostsRequest, 'byDays' | 'byMinutes' | 'timezone'>;
}>;

/** The server refused to move a post. The message is the reason. */
class MoveRefused extends Error {}

/** Moves a post on the screen immediately, and back when the server refuses. */
export const useMovePost = (successToast: (move: PostMove) => ToastMessage | undefined) =>
  useDeclaredMutation({
    send: async ({ item, to, by }: PostMove) => {
      const request = { ids: [item.id], action: 'move', times: [item.scheduledFor], ...by } as const;
      const { results } = await send(changeManyPosts, request);
      const [result] = results;
      if (result && !result.ok) throw new MoveRefused((await sayReply(result)).message);
      return result?.scheduledFor ?? to;
    },
    optimistic: async (cache, { item, to }): Promise<Rollback> => {
      await cache.cancelQueries({ queryKey: [showCalendar.path] });
      moveInCache(cache, item.id, to);
      return () => {
        moveInCache(cache, item.id, item.scheduledFor);
      };
    },
    onDone: (cache, to, { item }) => {
      moveInCache(cache, item.id, to);
    },
    successToast: (to, move) => successToast({ ...move, to }),
    failure: (error) => ({
      title: CALENDAR_TEXT.notMoved,
      description: error instanceof MoveRefused ? error.message : messageOf(error, CALENDAR_TEXT.moveAgain),
      variant: 'destructive',
    }),
    refreshes: [{ queryKey: [showCalendar.path] }, { queryKey: [listPosts.path] }],
  });

const moveInCache = (cache: QueryClient, id: number, scheduledFor: string): void => {
  cache.setQueriesData<CalendarView>(
    { queryKey: [showCalendar.path] },
    (view) =>
      view && {
        ...view,
        items: view.items.map((each) => (each.id === id ? { ...each, scheduledFor } : each)),
      },
  );
};
