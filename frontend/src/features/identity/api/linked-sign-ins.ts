import { LINKED_TEXT } from '@posthorn/contracts/identity/linked-text';
import {
  listLinkedSignIns,
  SIGN_IN_PROVIDER_NAMES,
  unlinkSignIn,
  type SignInProvider,
} from '@posthorn/contracts/identity/sign-in-providers.http';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';
import { appStateQuery } from './app-state.ts';

export const linkedSignInsQuery = queryOptions({
  queryKey: [listLinkedSignIns.path],
  queryFn: ({ signal }) => send(listLinkedSignIns, undefined, { signal }),
});

/** Loads the linked sign-ins, if the operator has configured a provider. */
export async function loadLinkedSignIns(queryClient: QueryClient): Promise<void> {
  const app = await queryClient.query({ ...appStateQuery, staleTime: 'static' }).catch(() => null);
  if (app && app.signInProviders.length > 0) {
    await queryClient.query({ ...linkedSignInsQuery, staleTime: 'static' });
  }
}

export const useUnlinkSignIn = () =>
  useDeclaredMutation({
    send: (provider: SignInProvider) => send(unlinkSignIn, undefined, { params: { provider } }),
    refreshes: [linkedSignInsQuery],
    successToast: (_, provider) => ({ title: LINKED_TEXT.unlinked(SIGN_IN_PROVIDER_NAMES[provider]) }),
    failure: { title: SETTINGS_TEXT.failed.title, again: LINKED_TEXT.failed },
  });
