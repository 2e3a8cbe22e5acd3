import { currentUser } from '@posthorn/contracts/identity/session.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ApiError } from '#lib/api-client.ts';

/** Whether the server says that these figures are Premium's by now; then the screens around ask what the plan is. */
export function usePlanEnded(error: Error | null): boolean {
  const queryClient = useQueryClient();
  const hasEnded = error instanceof ApiError && error.status === 403;
  useEffect(() => {
    if (hasEnded) void queryClient.invalidateQueries({ queryKey: [currentUser.path] });
  }, [hasEnded, queryClient]);
  return hasEnded;
}
