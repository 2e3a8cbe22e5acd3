import { when, type Event, type Handlers } from '@posthorn/event-sourcing';
import type { LoggedEvent } from '#infrastructure/event-log/logged-event.ts';

/**
 * Event in, command out. Runs at least once per event, after a crash possibly again: the commands it sends decide on
 * streams and so add nothing the second time. Side effects belong to it, never to a projection.
 */
export type Process<E extends Event = Event> = Readonly<{
  /** `scheduling.release-quota`: stored with its checkpoint, never renamed. */
  name: string;
  categories: readonly string[];
  /** What it is told of; those streams have other events too. */
  types: readonly E['type'][];
  /** A new process starts at the oldest event ('start') or only sees what comes ('now'). */
  from: 'start' | 'now';
  handle(event: LoggedEvent<E>): Promise<void>;
  /** Those of a page that are to be handled at all, where one question tells it of many. It is asked when all of them are in the log. */
  concerned?(events: readonly LoggedEvent<E>[]): Promise<readonly LoggedEvent<E>[]>;
  /**
   * Instead of `handle` where many events are as quick as one: all of a page. A page that fails begins with one event the
   * next time. What it records has the last of them as its cause, so only what appends nothing may have it.
   */
  handleAll?(events: readonly LoggedEvent<E>[]): Promise<void>;
}>;

/** `types` and `handle` of a process that does something else with each event type. */
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
