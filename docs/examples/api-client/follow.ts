import { setTimeout as pause } from 'node:timers/promises';
import type { components } from './api.gen.ts';

export type Event = components['schemas']['Event'];
type From = Readonly<{ url: string; token: string; after: string }>;

const PAUSE = 1_000;

/** Every event after one that is known, those that were missed first. A connection that breaks is made again where it ended. */
export async function* eventsAfter({ url, token, after }: From): AsyncGenerator<Event> {
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
      console.error('The connection broke, and is made again.', error);
    }
    await pause(PAUSE);
  }
}

/** The `data` of server-sent events; a block without it is a sign of life. */
async function* eventsIn(body: ReadableStream<Uint8Array>): AsyncGenerator<Event> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of body) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const data = block.split('\n').find((line) => line.startsWith('data:'));
      if (data !== undefined) yield JSON.parse(data.slice('data:'.length)) as Event;
    }
  }
}
