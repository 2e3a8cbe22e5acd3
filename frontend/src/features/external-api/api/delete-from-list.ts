import type { Call } from '@posthorn/contracts/shared/call';
import type { QueryKey } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { leavesList } from '#lib/at-once.ts';
import { useDeclaredMutation, type Failure } from '#ui/declared-mutation.ts';

type Deleted = Readonly<{
  list: Readonly<{ queryKey: QueryKey }>;
  call: Call<void, void>;
  /** The title of the message after the deletion. */
  title: string;
  failure: Failure;
}>;

export const useDeleteFromList = ({ list, call, title, failure }: Deleted) =>
  useDeclaredMutation({
    send: (id: string) => send(call, undefined, { params: { id } }),
    atOnce: leavesList(list),
    refreshes: [list],
    says: { title },
    failure,
  });
