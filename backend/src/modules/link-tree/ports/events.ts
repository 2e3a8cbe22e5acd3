import type { Event } from '@posthorn/event-sourcing';

/** What was seen of somebody's links within an hour. `hour`: the UTC instant at which it began. */
export type ClicksCountedEvent = Event<
  'ClicksCounted',
  number,
  Readonly<{
    userId: string;
    hour: string;
    links: readonly Readonly<{ linkId: string; clicks: number; visitors: number }>[];
  }>
>;
