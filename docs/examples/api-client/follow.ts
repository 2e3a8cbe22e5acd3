import { setTimeout as pause } from 'node:timers/promises';
import type { components } from './api.gen.ts';

export type Event = components['schemas']['Event'];
type Start = Readonly<{ url: string; token: string; after: string; pauseMs?: number }>;

/**
 * Yields every event after the known event `after`, missed events first. After a broken connection, and while the server restarts or is busy, it
 * connects again and continues after the last event.
 * @throws StreamRefused
 */
export async function* eventsAfter({ url, token, after, pauseMs = 1_000 }: Start): AsyncGenerator<Event> {
  let last = after;
  for (;;) {
    try {
      const response = await fetch(`${url}/api/external/events/stream?after=${last}`, {
        headers: { authorization: `Bearer ${token}` },
      });
      if (response.ok && response.body !== null)
        for await (const event of eventsIn(response.body)) {
          last = event.id;
          yield event;
        }
      // 4xx: the server would refuse the same request again. Only 429 asks to wait.
      else if (response.status < 500 && response.status !== 429)
        throw new StreamRefused(`The stream answered ${String(response.status)}: ${await response.text()}`);
      else await response.body?.cancel();
    } catch (error) {
      if (error instanceof StreamRefused) throw error;
      console.error('The connection broke. Connecting again.', error);
    }
    await pause(pauseMs);
  }
}

/** The token is no longer valid, or the server no longer has the events after this one. */
class StreamRefused extends Error {}

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
