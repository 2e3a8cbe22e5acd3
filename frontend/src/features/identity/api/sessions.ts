import { listSessions } from '@posthorn/contracts/identity/session.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

export const sessionsQuery = queryOptions({
  queryKey: [listSessions.path],
  queryFn: ({ signal }) => send(listSessions, undefined, { signal }),
});
