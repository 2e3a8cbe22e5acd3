import {
  scheduleWarnings,
  type ScheduleWarningsRequest,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** @param asked the `ScheduleWarningsRequest` as JSON, which is the key of the query; empty sends no request */
export const scheduleWarningsQuery = (asked: string) =>
  queryOptions({
    queryKey: [scheduleWarnings.path, asked],
    queryFn: ({ signal }) => send(scheduleWarnings, JSON.parse(asked) as ScheduleWarningsRequest, { signal }),
    enabled: asked !== '',
    // The posts around it may have changed since.
    staleTime: 0,
    gcTime: 60_000,
  });
