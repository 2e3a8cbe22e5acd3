import { when, type Event, type Handlers } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';

/**
 * Receives events and sends commands. It runs at least once for each event, and possibly again after a crash. Its commands decide on
 * streams, so a repeat adds no events. Side effects belong in processes, never in a projection.
 */
export type Process<E extends Event = Event> = Readonly<{
  /** `scheduling.release-quota`: stored with its checkpoint, never renamed. */
  name: string;
  categories: readonly string[];
  /** The event types that the process receives; the streams can contain others. */
  types: readonly E['type'][];
  /** A new process starts at the oldest event ('start') or receives only new events ('now'). */
  from: 'start' | 'now';
  handle(event: LoggedEvent<E>): Promise<void>;
  /** Filters a page of events, if one query can decide about many events. It is called after all of these are in the log. */
  concerned?(events: readonly LoggedEvent<E>[]): Promise<readonly LoggedEvent<E>[]>;
  /**
   * Replaces `handle` if many events cost as much as one. It receives a whole page. After a failure, the next try begins with one event.
   * The cause of an appended event would be the last event of the page, so only a process that appends nothing may use this.
   */
  handleAll?(events: readonly LoggedEvent<E>[]): Promise<void>;
}>;

/** `handle` and `handleAll` of a process for which a page of events costs as much as one. */
export const handlingPages = <E extends Event>(
  handleAll: (events: readonly LoggedEvent<E>[]) => Promise<void>,
): Pick<Process<E>, 'handle' | 'handleAll'> => ({ handle: (event) => handleAll([event]), handleAll });

/** `types` and `handle` of a process that handles each event type differently. */
export function handling<E extends Event>(
  handlers: Handlers<LoggedEvent<E>, Promise<void>>,
): Pick<Process<E>, 'types' | 'handle'> {
  const handle = when<LoggedEvent<E>, Promise<void>>(handlers);
  return {
    types: handle.types,
    handle: async (event) => {
      await handle(event);
    },
  };
}
