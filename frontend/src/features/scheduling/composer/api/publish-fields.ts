import { publishFields } from '@posthorn/contracts/integrations/platforms.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** Boards, audiences and the like, as the platform has them now. */
export const publishFieldsQuery = (id: number) =>
  queryOptions({
    queryKey: [publishFields.path, id],
    queryFn: ({ signal }) => send(publishFields, undefined, { params: { id }, signal }),
    staleTime: 60_000,
  });
