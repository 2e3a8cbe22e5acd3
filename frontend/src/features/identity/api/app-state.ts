import { appState, type AppStateView } from '@posthorn/contracts/identity/session.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const appStateQuery = queryOptions({
  queryKey: [appState.path],
  queryFn: ({ signal }) => send(appState, undefined, { signal }),
  initialData: stateInPage,
});

/** The server writes the state into the page, so that the first screen does not request it. */
function stateInPage(): AppStateView | undefined {
  const json = document.getElementById('app-state')?.textContent;
  return json ? (JSON.parse(json) as AppStateView) : undefined;
}
