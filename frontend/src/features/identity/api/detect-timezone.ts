import { detectTimezone } from '@posthorn/contracts/identity/timezone.http';
import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { send } from '#lib/api-client.ts';
import { browserZone } from '#lib/zone-format.ts';
import { currentUserQuery } from './current-user.ts';

/** The delay after the first screen, so that sending the zone does not compete with the requests of the screen. */
const DELAY_MS = 2_000;

/** While the user's zone is the default UTC, sends the zone of this device to the server. Only logs an error, because UTC still works. */
export function useZoneDetection(user: UserView | null): void {
  const queryClient = useQueryClient();
  const id = user?.id;
  const timezone = user?.timezone;
  useEffect(() => {
    const zone = browserZone();
    if (id === undefined || timezone !== 'UTC' || zone === 'UTC') return;
    const timer = setTimeout(() => {
      send(detectTimezone, { timezone: zone, userId: id })
        .then((stored) => {
          queryClient.setQueryData(currentUserQuery.queryKey, (known) => known && { ...known, ...stored });
        })
        .catch((error: unknown) => {
          console.warn('The time zone could not be stored', error);
        });
    }, DELAY_MS);
    return () => {
      clearTimeout(timer);
    };
  }, [id, timezone, queryClient]);
}
