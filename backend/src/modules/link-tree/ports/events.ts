import type { Event } from '@posthorn/event-sourcing';

/** The clicks on a user's links in one hour. `hour`: the beginning of the hour, as a UTC instant. */
export type ClicksCountedEvent = Event<
  'ClicksCounted',
  number,
  Readonly<{
    userId: string;
    hour: string;
    links: readonly Readonly<{ linkId: string; clicks: number; visitors: number }>[];
  }>
>;
