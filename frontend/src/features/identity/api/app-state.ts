import { appState } from '@posthorn/contracts/identity/session.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const appStateQuery = queryOptions({
  queryKey: [appState.path],
  queryFn: ({ signal }) => send(appState, undefined, { signal }),
});
