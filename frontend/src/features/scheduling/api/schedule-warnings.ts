import {
  scheduleWarnings,
  type ScheduleWarningsRequest,
} from '@posthorn/contracts/scheduling/schedule-warnings.http';
import { queryOptions } from '@tanstack/react-query';
import { send } from '#lib/api-client.ts';

/** @param request the `ScheduleWarningsRequest` as JSON, which is the key of the query; empty sends no request */
export const scheduleWarningsQuery = (request: string) =>
  queryOptions({
    queryKey: [scheduleWarnings.path, request],
    queryFn: ({ signal }) =>
      send(scheduleWarnings, JSON.parse(request) as ScheduleWarningsRequest, { signal }),
    enabled: request !== '',
    // The posts around this time may have changed since.
    staleTime: 0,
    gcTime: 60_000,
  });
