import { currentUser, type UserView } from '@posthorn/contracts/identity/session.http';
import { queryOptions } from '@tanstack/react-query';
import { ApiError, send } from '#lib/api-client.ts';

const MINUTE = 60_000;

/** Null: signed out. A 401 is a normal answer here, not an error. */
export const currentUserQuery = queryOptions({
  queryKey: [currentUser.path],
  queryFn: async ({ signal }): Promise<UserView | null> => {
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
