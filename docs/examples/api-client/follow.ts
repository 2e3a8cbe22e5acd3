import { setTimeout as pause } from 'node:timers/promises';
import type { components } from './api.gen.ts';

export type Event = components['schemas']['Event'];
type Start = Readonly<{ url: string; token: string; after: string }>;

const PAUSE = 1_000;

/**
 * Yields every event after the known event `after`, missed events first. After a broken connection, it connects again and continues after
 * the last event.
 */
export async function* eventsAfter({ url, token, after }: Start): AsyncGenerator<Event> {
  let last = after;
  for (;;) {
    const response = await fetch(`${url}/api/external/events/stream?after=${last}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    if (!response.ok || response.body === null)
      throw new Error(`The stream answered ${String(response.status)}: ${await response.text()}`);
    try {
      for await (const event of eventsIn(response.body)) {
        last = event.id;
        yield event;
      }
    } catch (error) {
      console.error('The connection broke. Connecting again.', error);
    }
    await pause(PAUSE);
  }
}

/** Yields the `data` of server-sent events. A block without `data` only keeps the connection open. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let remainder = '';
  for await (const bytes of body) {
    const blocks = (remainder + decoder.decode(bytes, { stream: true })).split('\n\n');
    remainder = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined) yield JSON.parse(data.slice('data:'.length)) as Event;
    }
  }
}
