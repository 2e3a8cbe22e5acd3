import type { PublicEventData, PublicEventType } from '@posthorn/contracts/external/events.http';
import type { Event } from '@posthorn/event-sourcing';

/** A public event without its id and time. */
export type Told = {
  [Type in PublicEventType]: Readonly<{ type: Type; data: PublicEventData[Type] }>;
}[PublicEventType];

/** By type of the fact: what is told of it; null: nothing. */
export type Tells<E extends Event> = Readonly<{
  [Type in E['type']]: (data: DataOf<E, Type>) => Told | null;
}>;
/** Several types may be declared as one event, with the same facts. */
type DataOf<E extends Event, Type> = E extends Event ? (Type extends E['type'] ? E['data'] : never) : never;
