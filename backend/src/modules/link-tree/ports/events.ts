import type { Event } from '@posthorn/event-sourcing';

/** The clicks on a user's links within an hour. `hour`: the UTC instant at which the hour began. */
export type ClicksCountedEvent = Event<
  'ClicksCounted',
  number,
  Readonly<{
    userId: string;
    hour: string;
    links: readonly Readonly<{ linkId: string; clicks: number; visitors: number }>[];
  }>
>;
