import {
  useMutation,
  useQueryClient,
  type InvalidateQueryFilters,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { messageOf } from '#lib/api-client.ts';
import type { TakeBack } from '#lib/at-once.ts';
import { toast, type ToastMessage } from './toast-store.ts';

/** `title`: what did not happen. `again`: what to do, where the server gave no sentence of its own. */
export type Failure = Readonly<{ title: string; again: string }>;

/** A change on the server: the call, what the cache shows of it, and what the user is told. */
type DeclaredMutation<Given, Reply> = Pick<
  UseMutationOptions<Reply, Error, Given>,
  'gcTime' | 'mutationKey' | 'scope'
> &
  Readonly<{
    /** The call of the contract with its parameters. */
    send: (given: Given) => Promise<Reply>;
    /** Shows the change before the server has answered. What it returns takes the change back when the server refuses. */
    atOnce?: (cache: QueryClient, given: Given) => TakeBack | undefined | Promise<TakeBack | undefined>;
    /** Brings the answer into the cache. The mutation stays pending for as long as this takes. */
    onDone?: (cache: QueryClient, reply: Reply, given: Given) => unknown;
    /** After the change was taken back, before the user is told. */
    onRefused?: (cache: QueryClient, error: Error, given: Given) => unknown;
    /** Queries to ask again, whatever the server said. The mutation stays pending until they have answered. */
    refreshes?: readonly InvalidateQueryFilters[];
    /** Told after success, with `undo` where there is a way back. */
    says?: ToastMessage | ((reply: Reply, given: Given) => ToastMessage | undefined);
    /** Told after a refusal. A form that shows the error itself leaves it out. */
    failure?: Failure | ((error: Error, given: Given) => ToastMessage | undefined);
  }>;

/** All mutations of the app. Its user is told also when the screen that began it has gone meanwhile. */
export function useDeclaredMutation<Reply, Given = void>(declared: DeclaredMutation<Given, Reply>) {
  const cache = useQueryClient();
  const { send, atOnce, onDone, onRefused, refreshes = [], says, failure, ...options } = declared;
  return useMutation({
    ...options,
    mutationFn: (given: Given) => send(given),
    onMutate: (given) => atOnce?.(cache, given),
    onSuccess: async (reply, given) => {
      await onDone?.(cache, reply, given);
      tell(typeof says === 'function' ? says(reply, given) : says);
    },
    onError: async (error, given, takeBack) => {
      await takeBack?.();
      await onRefused?.(cache, error, given);
      tell(typeof failure === 'function' ? failure(error, given) : failure && refusal(failure, error));
    },
    onSettled: () => Promise.all(refreshes.map((query) => cache.invalidateQueries(query))),
  });
}

/** The server's own sentence where it gave one. */
export const refusal = ({ title, again }: Failure, error: unknown): ToastMessage => ({
  title,
  description: messageOf(error, again),
  variant: 'destructive',
});

function tell(message: ToastMessage | undefined): void {
  if (message) toast(message);
}
