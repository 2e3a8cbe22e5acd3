import type { PublicEventData, PublicEventType } from '@posthorn/contracts/external/events.http';
import type { Event } from '@posthorn/event-sourcing';

/** A public event without its id and time. */
export type PublicEventContent = {
  [Type in PublicEventType]: Readonly<{ type: Type; data: PublicEventData[Type] }>;
}[PublicEventType];

/** The public event for each type of log event; null: it is not public. */
export type PublicEventMapping<E extends Event> = Readonly<{
  [Type in E['type']]: (data: DataOf<E, Type>) => PublicEventContent | null;
}>;
/** One declared `Event` may have several type names with the same data. */
type DataOf<E extends Event, Type> = E extends Event ? (Type extends E['type'] ? E['data'] : never) : never;
