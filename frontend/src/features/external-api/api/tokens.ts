import {
  createApiToken,
  listApiTokens,
  type CreateApiTokenRequest,
  type CreatedApiTokenView,
} from '@posthorn/contracts/identity/api-tokens.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';
import { useDeclaredMutation } from '#ui/declared-mutation.ts';
import { NEW_TOKEN_TEXT } from '../messages/tokens.en.ts';

/** When a token was used last nobody tells: that is asked for anew whenever somebody looks. */
export const tokensQuery = queryOptions({
  queryKey: [listApiTokens.path],
  queryFn: ({ signal }) => send(listApiTokens, undefined, { signal }),
  refetchOnMount: 'always',
  refetchOnWindowFocus: 'always',
});

/** @param show told the token before its user is told that it is there */
export const useCreateToken = (show: (token: CreatedApiTokenView) => void) =>
  useDeclaredMutation({
    send: (request: CreateApiTokenRequest) => send(createApiToken, request),
    // Nothing keeps the token once its dialog is closed.
    gcTime: 0,
    onDone: (cache, token) => {
      void cache.invalidateQueries(tokensQuery);
      show(token);
    },
    says: { title: NEW_TOKEN_TEXT.created, description: NEW_TOKEN_TEXT.once },
  });
