import {
  createApiToken,
  listApiTokens,
  type ApiTokenView,
  type CreateApiTokenRequest,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { deviceName } from '#lib/device-name.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { NEW_TOKEN_TEXT } from '../messages/tokens.en.ts';

/** The list reloads whenever it is opened, because the server does not send an update when a token is used. */
export const tokensQuery = queryOptions({
  queryKey: [listApiTokens.path],
  queryFn: ({ signal }) => send(listApiTokens, undefined, { signal }),
  select: inWords,
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** @param show receives the token before the success message appears */
export const useCreateToken = (show: (token: CreatedApiTokenView) => void) =>
  useDeclaredMutation({
    send: (request: CreateApiTokenRequest) => send(createApiToken, request),
    // The cache deletes the token when the dialog closes.
    gcTime: 0,
    onDone: (cache, token) => {
      void cache.invalidateQueries(tokensQuery);
      show(token);
    },
    successToast: { title: NEW_TOKEN_TEXT.created, description: NEW_TOKEN_TEXT.once },
  });

function inWords(tokens: readonly ApiTokenView[]): readonly ApiTokenView[] {
  return tokens.map((token) => ({ ...token, name: deviceName(token.name, token.nameSaid) }));
}
