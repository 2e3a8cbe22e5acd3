import { PassThrough } from 'node:stream';
import type { EventsView, PublicEvent } from '@posthorn/contracts/external/events.http';
import { RetryableError } from '@posthorn/event-sourcing/event-store';
import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Response } from 'express';
import { CursorGone } from '../../read-models/feed/cursor-gone.ts';
import { EventStream } from './event-stream.ts';

const eventOf = (number: number, reason = 'server'): PublicEvent => ({
  id: `evt_${String(number)}`,
  type: 'account.needs_reconnect',
  at: '2030-01-01T12:00:00.000Z',
  data: { accountId: number, reason },
});
const page = (
  events: readonly PublicEvent[],
  cursor = events.at(-1)?.id ?? 'start',
  extra = false,
): EventsView => ({
  events,
  cursor,
  more: extra,
});

/** A response that buffers little until it is read, as a socket does. */
function replied() {
  const reply = Object.assign(new PassThrough(), { set: () => reply, flushHeaders: () => undefined });
  return reply;
}
function opened(read: (after: string) => EventsView | Error, reply = replied()) {
  let reads = 0;
  const stream = new EventStream(reply as unknown as Response, (after) => {
    reads += 1;
    const found = read(after);
    return found instanceof Error ? Promise.reject(found) : Promise.resolve(found);
  });
  const ended = stream.run('start', page([]));
  return { stream, reply, ended, reads: () => reads, text: () => String(reply.read() ?? '') };
}
/** Waits until no work is pending any more. */
async function waitUntilSettled() {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
}
const pass = async (milliseconds: number) => {
  jest.advanceTimersByTime(milliseconds);
  await waitUntilSettled();
};

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
});

it('reads new pages only as fast as the client reads the stream', async () => {
  const reason = 'x'.repeat(5_000);
  const { reply, ended, reads, stream } = opened((after) => {
    const from = after === 'start' ? 0 : Number(after.slice(4));
    return page(
      Array.from({ length: 10 }, (_, at) => eventOf(from + at + 1, reason)),
      `evt_${String(from + 10)}`,
      true,
    );
  });
  await waitUntilSettled();
  const readsBefore = reads();
  await waitUntilSettled();
  expect(reads()).toBe(readsBefore);
  expect(reply.readableLength + reply.writableLength).toBeLessThan(200_000);
  let text = '';
  for (let turn = 0; turn < 20; turn++) {
    text += String(reply.read() ?? '');
    await waitUntilSettled();
  }
  expect(reads()).toBeGreaterThan(2 * readsBefore);
  const ids = [...text.matchAll(/^id: evt_(\d+)$/gmu)].map(([, id]) => Number(id));
  expect(ids).toEqual(ids.map((_, at) => at + 1));
  stream.end();
  await ended;
});

it('closes the connection of a client that reads nothing for half a minute', async () => {
  const { reply, ended } = opened(() => page([eventOf(1, 'x'.repeat(40_000))], 'evt_1', true));
  await waitUntilSettled();
  await pass(29_000);
  expect(reply.destroyed).toBe(false);
  await pass(2_000);
  expect(reply.destroyed).toBe(true);
  await ended;
});

it('does not start a stream for a client that disconnected before the first page', async () => {
  const reply = replied();
  reply.destroy();
  await waitUntilSettled();
  const { ended, reads } = opened(() => page([]), reply);
  await ended;
  expect([reads(), reply.readableLength]).toEqual([0, 0]);
});

it('sends a keep-alive every 15 seconds, with the current cursor', async () => {
  let cursor = 'start';
  const { stream, text, ended } = opened(() => page([], cursor));
  await waitUntilSettled();
  expect(text()).toBe('retry: 3000\nid: start\n\n');
  await pass(15_000);
  expect(text()).toBe(': alive\n\n');
  cursor = 'evt_7';
  stream.wake();
  await waitUntilSettled();
  expect(text()).toBe('');
  await pass(15_000);
  expect(text()).toBe(': alive\nid: evt_7\n\n');
  await pass(15_000);
  expect(text()).toBe(': alive\n\n');
  stream.end();
  await ended;
});

it('sends an event that happened after the first page was read, without a wake-up', async () => {
  const { text, stream, ended } = opened((after) =>
    after === 'start' ? page([eventOf(1)]) : page([], after),
  );
  await waitUntilSettled();
  expect(text()).toContain('id: evt_1\nevent: account.needs_reconnect\ndata: {"id":"evt_1"');
  stream.end();
  await ended;
});

it('continues when the read model is available again, and ends when its cursor has expired', async () => {
  const answers: (EventsView | Error)[] = [
    new RetryableError('away'),
    page([eventOf(1)]),
    new CursorGone(null),
  ];
  const { text, ended, reply, stream } = opened(() => answers.shift() ?? page([]));
  await waitUntilSettled();
  expect(text()).not.toContain('evt_1');
  await pass(1_000);
  expect(text()).toContain('evt_1');
  stream.wake();
  await ended;
  expect(reply.writableEnded).toBe(true);
});
