import {
  useMutation,
  useQueryClient,
  type InvalidateQueryFilters,
  type QueryClient,
  type UseMutationOptions,
} from '@tanstack/react-query';
import { messageOf } from '#lib/api-client.ts';
import type { Rollback } from '#lib/optimistic-updates.ts';
import { toast, type ToastMessage } from './toast-store.ts';

/** `title`: what failed. `again`: what to do, shown if the server sent no message. */
export type Failure = Readonly<{ title: string; again: string }>;

/** A change on the server: its request, its effects on the cache, and its messages to the user. */
type DeclaredMutation<Given, Reply> = Pick<
  UseMutationOptions<Reply, Error, Given>,
  'gcTime' | 'mutationKey' | 'scope'
> &
  Readonly<{
    /** Sends the request. */
    send: (given: Given) => Promise<Reply>;
    /** Changes the cache before the server responds. The returned function reverts the change if the request fails. */
    optimistic?: (cache: QueryClient, given: Given) => Rollback | undefined | Promise<Rollback | undefined>;
    /** Updates the cache after success. The mutation stays pending until this function ends. */
    onDone?: (cache: QueryClient, reply: Reply, given: Given) => unknown;
    /** Runs after a failure, when the change is reverted and before the failure message appears. The message waits for a returned promise. */
    onRefused?: (cache: QueryClient, error: Error, given: Given) => unknown;
    /** The queries that reload after success or failure. The mutation stays pending until they have loaded. */
    refreshes?: readonly InvalidateQueryFilters[];
    /** The message after success, if there is one. */
    successToast?: ToastMessage | ((reply: Reply, given: Given) => ToastMessage | undefined);
    /** The message after a failure. Absent if a form shows the error itself. */
    failure?: Failure | ((error: Error, given: Given) => ToastMessage | undefined);
  }>;

/** The hook for all mutations of the app. Its messages appear even if the user has left the screen. */
export function useDeclaredMutation<Reply, Given = void>(options: DeclaredMutation<Given, Reply>) {
  const cache = useQueryClient();
  const {
    send,
    optimistic,
    onDone,
    onRefused,
    refreshes = [],
    successToast,
    failure,
    ...mutationOptions
  } = options;
  return useMutation({
    ...mutationOptions,
    mutationFn: (given: Given) => send(given),
    onMutate: (given) => optimistic?.(cache, given),
    onSuccess: async (reply, given) => {
      await onDone?.(cache, reply, given);
      showToast(typeof successToast === 'function' ? successToast(reply, given) : successToast);
    },
    onError: async (error, given, revert) => {
      await revert?.();
      await onRefused?.(cache, error, given);
      showToast(
        typeof failure === 'function' ? failure(error, given) : failure && failureToast(failure, error),
      );
    },
    onSettled: () => Promise.all(refreshes.map((query) => cache.invalidateQueries(query))),
  });
}

/** Returns a toast that shows why a request failed: the message of the server, or else `again`. */
export const failureToast = ({ title, again }: Failure, error: unknown): ToastMessage => ({
  title,
  description: messageOf(error, again),
  variant: 'destructive',
});

function showToast(message: ToastMessage | undefined): void {
  if (message) toast(message);
}
