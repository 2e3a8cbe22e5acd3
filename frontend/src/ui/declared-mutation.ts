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

/** `title`: what failed. `again`: what to do, used when the server sent no message. */
export type Failure = Readonly<{ title: string; again: string }>;

/** A change on the server: its call, its effect on the cache, and its messages to the user. */
type DeclaredMutation<Given, Reply> = Pick<
  UseMutationOptions<Reply, Error, Given>,
  'gcTime' | 'mutationKey' | 'scope'
> &
  Readonly<{
    /** The call of the contract with its parameters. */
    send: (given: Given) => Promise<Reply>;
    /** Changes the cache before the server answers. The returned function reverts the change when the server refuses. */
    atOnce?: (cache: QueryClient, given: Given) => TakeBack | undefined | Promise<TakeBack | undefined>;
    /** Stores the answer in the cache. The mutation stays pending until this is done. */
    onDone?: (cache: QueryClient, reply: Reply, given: Given) => unknown;
    /** Runs after the change was reverted, before the failure message is shown. */
    onRefused?: (cache: QueryClient, error: Error, given: Given) => unknown;
    /** Queries to load again after any outcome. The mutation stays pending until they have answered. */
    refreshes?: readonly InvalidateQueryFilters[];
    /** The message after success, with `undo` where that is possible. */
    says?: ToastMessage | ((reply: Reply, given: Given) => ToastMessage | undefined);
    /** The message after a failure. A form that shows the error itself leaves it out. */
    failure?: Failure | ((error: Error, given: Given) => ToastMessage | undefined);
  }>;

/** The hook for all mutations of the app. Its messages appear even when the user has left the screen in the meantime. */
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

/** The server's own message, or the fallback. */
export const refusal = ({ title, again }: Failure, error: unknown): ToastMessage => ({
  title,
  description: messageOf(error, again),
  variant: 'destructive',
});

function tell(message: ToastMessage | undefined): void {
  if (message) toast(message);
}
