import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';
import { handlingPages, type Process } from '#infrastructure/readers/process.ts';
import {
  PUBLIC_CATEGORIES,
  PUBLIC_FACT_TYPES,
  publicEventOf,
  type PublicFact,
} from '../../read-models/feed/public-event.ts';
import type { Deliveries } from '../../stores/deliveries/deliveries.ts';

/** Creates a delivery for each new event at each endpoint that subscribes to it. One statement handles a page of events. */
export const fanOut = (deliveries: Deliveries): Process<PublicFact> => ({
  name: 'external.fan-out',
  categories: PUBLIC_CATEGORIES,
  types: PUBLIC_FACT_TYPES,
  from: 'now',
  ...handlingPages(async (facts: readonly LoggedEvent[]) => {
    const publicEvents = facts.flatMap((fact) => publicEventOf(fact) ?? []);
    if (publicEvents.length > 0) await deliveries.fanOut(publicEvents);
  }),
});
