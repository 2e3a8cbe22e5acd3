import { currentUser } from '@posthorn/contracts/identity/session.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api-client.ts';

/** Whether the server refused because Premium has ended. In this case, also reloads the user, so that the screens show the new plan. */
export function usePlanEnded(error: Error | null): boolean {
  const queryClient = useQueryClient();
  const hasEnded = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: [currentUser.path] });
  }, [hasEnded, queryClient]);
  return hasEnded;
}
