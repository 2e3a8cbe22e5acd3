import {
  listLinkedSignIns,
  unlinkSignIn,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { appStateQuery } from './app-state.ts';

export const linkedSignInsQuery = queryOptions({
  queryKey: [listLinkedSignIns.path],
  queryFn: ({ signal }) => send(listLinkedSignIns, undefined, { signal }),
});

/** Asked for only where there is a provider to connect. */
export async function loadLinkedSignIns(queryClient: QueryClient): Promise<void> {
  const app = await queryClient.query({ ...appStateQuery, staleTime: 'static' }).catch(() => null);
  if (app && app.signInProviders.length > 0) {
    await queryClient.query({ ...linkedSignInsQuery, staleTime: 'static' });
  }
}

export function useUnlinkSignIn(
  on: Readonly<{ success: (provider: SignInProvider) => void; error: (error: Error) => void }>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (provider: SignInProvider) => send(unlinkSignIn, undefined, { params: { provider } }),
    onSuccess: (_, provider) => {
      on.success(provider);
    },
    onError: on.error,
    onSettled: () => queryClient.invalidateQueries(linkedSignInsQuery),
  });
}
