import type { Event } from '@posthorn/event-sourcing';
import type { EventMeta, Position } from '@posthorn/event-sourcing/event-store';

/** An event of the log, decrypted and in its newest schema. */
export type LoggedEvent<E extends Event = Event> = E &
  Readonly<{
    id: string;
    stream: string;
    /** Part of the stream name before the first `-`. */
    category: string;
    /** Part of the stream name after the first `-`. */
    streamId: string;
    revision: bigint;
    position: Position;
    meta: EventMeta;
  }>;
