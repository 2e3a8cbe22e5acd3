import type { Call } from '@posthorn/contracts/shared/call';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

type Deleting = Readonly<{ success: () => void; error: (error: Error) => void }>;
type List = readonly Readonly<{ id: string }>[];

/** What is deleted leaves its list at once and comes back when the server refuses. */
export function useDeleteFromList(
  { queryKey }: Readonly<{ queryKey: readonly string[] }>,
  call: Call<void, void>,
  on: Deleting,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => send(call, undefined, { params: { id } }),
    onMutate: async (id) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData<List>(queryKey);
      queryClient.setQueryData<List>(queryKey, (list) => list?.filter((each) => each.id !== id));
      return before;
    },
    onSuccess: () => {
      on.success();
    },
    onError: (error, _id, before) => {
      queryClient.setQueryData(queryKey, before);
      on.error(error);
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
}
