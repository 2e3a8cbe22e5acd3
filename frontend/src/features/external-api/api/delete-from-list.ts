import type { Call } from '@posthorn/contracts/shared/call';
import type { QueryKey } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { removeFromList } from '#lib/optimistic-updates.ts';
import { useDeclaredMutation, type Failure } from '#ui/declared-mutation.ts';

type DeletionOptions = Readonly<{
  list: Readonly<{ queryKey: QueryKey }>;
  call: Call<void, void>;
  /** The title of the message after the deletion. */
  title: string;
  failure: Failure;
}>;

export const useDeleteFromList = ({ list, call, title, failure }: DeletionOptions) =>
  useDeclaredMutation({
    send: (id: string) => send(call, undefined, { params: { id } }),
    optimistic: removeFromList(list),
    refreshes: [list],
    successToast: { title },
    failure,
  });
