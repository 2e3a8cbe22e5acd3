import { endSession } from '@posthorn/contracts/identity/session.http';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { sessionsQuery } from './sessions.ts';

export function useEndSession(onError: (error: Error) => void) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(endSession, undefined, { params: { id } }),
    onError,
    onSettled: () => queryClient.invalidateQueries(sessionsQuery),
  });
}
