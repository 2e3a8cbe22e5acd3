import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';

/**
 * Whether the server marked the page as requested without a session. The mark is valid only once, because
 * the visitor may sign in later.
 */
function takeVisitorMark(): boolean {
  const mark = document.querySelector('meta[name="visitor"]');
  mark?.remove();
  return mark !== null;
}

/** The signed-in user; null: signed out. For this query, a 401 is a normal response. */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    if (takeVisitorMark()) return null;
    try {
      return await send(currentUser, undefined, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * MINUTE_MS,
  gcTime: 10 * MINUTE_MS,
  refetchOnReconnect: false,
});
