import {
  listDeliveries,
  redeliver,
  replay,
  type DeliveryState,
} from '@posthorn/contracts/external/webhooks.http';
import { infiniteQueryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

const keyOf = (id: string): readonly string[] => [listDeliveries.path, id];

/** What was sent to a webhook, the newest first; `state` null: whatever became of it. */
export const deliveriesQuery = (id: string, state: DeliveryState | null) =>
  infiniteQueryOptions({
    queryKey: [...keyOf(id), state],
    queryFn: ({ pageParam, signal }) =>
      send(listDeliveries, undefined, {
        params: { id },
        query: { ...(state !== null && { state }), ...(pageParam !== null && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchOnMount: 'always',
    refetchOnWindowFocus: 'always',
  });

export function useRedeliver(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) => send(redeliver, undefined, { params: { id, eventId } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  });
}

export function useReplay(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (after: string) => send(replay, { after }, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: keyOf(id) }),
  });
}
