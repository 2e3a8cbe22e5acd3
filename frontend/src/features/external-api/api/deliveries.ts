import {
  listDeliveries,
  redeliver,
  replay,
  type DeliveryState,
} from '@posthorn/contracts/external/webhooks.http';
import { infiniteQueryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { DELIVERIES_TEXT, WEBHOOKS_TEXT } from '../messages/webhooks.en.ts';

const keyOf = (id: string): readonly string[] => [listDeliveries.path, id];

/** The deliveries to a webhook, newest first. `state`: null means every state. */
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

const failure = { title: WEBHOOKS_TEXT.failed, again: WEBHOOKS_TEXT.again };

export const useRedeliver = (id: string) =>
  useDeclaredMutation({
    send: (eventId: string) => send(redeliver, undefined, { params: { id, eventId } }),
    refreshes: [{ queryKey: keyOf(id) }],
    successToast: { title: DELIVERIES_TEXT.redelivered },
    failure,
  });

export const useReplay = (id: string) =>
  useDeclaredMutation({
    send: (after: string) => send(replay, { after }, { params: { id } }),
    refreshes: [{ queryKey: keyOf(id) }],
    successToast: ({ deliveries, more }) => ({
      title: DELIVERIES_TEXT.replayed(deliveries),
      ...(more && { description: DELIVERIES_TEXT.replayedMore }),
    }),
    failure,
  });
