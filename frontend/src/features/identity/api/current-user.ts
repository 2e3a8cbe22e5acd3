import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';

const MINUTE = 60_000;

/** The server marks a page that was requested without a session. The mark is valid once, because the person may sign in later. */
function isVisitorOfPage(): boolean {
  const mark = document.querySelector('meta[name="visitor"]');
  mark?.remove();
  return mark !== null;
}

/** Null: signed out. A 401 is a normal answer here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<UserView | null> => {
    if (isVisitorOfPage()) return null;
    try {
      return await send(currentUser, undefined, { signal });
    } catch (error) {
      if (error instanceof ApiError && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 5 * MINUTE,
  gcTime: 10 * MINUTE,
  refetchOnReconnect: false,
});
