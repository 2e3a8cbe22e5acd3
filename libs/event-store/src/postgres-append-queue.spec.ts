import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import type { EncodedEvent } from './check-input.ts';
import { PostgresAppendQueue, type QueueLimits } from './postgres-append-queue.ts';

const WIDE_LIMITS: QueueLimits = { appends: 100, bytes: 10_000, milliseconds: 60_000 };
const EVENTS: readonly EncodedEvent[] = [{ id: 'one', type: 'Counted', data: '{}', meta: '{}' }];

let silent: Server;
let sockets: Socket[];
let isClosing: boolean;
let queue: PostgresAppendQueue;
beforeEach(async () => {
  sockets = [];
  isClosing = false;
  // A database that accepts a connection and never responds: the first append stays in flight.
  silent = createServer((socket) => {
    socket.on('error', () => undefined);
    sockets.push(socket);
    if (isClosing) socket.destroy();
  }).listen(0, '127.0.0.1');
  await once(silent, 'listening');
});
afterEach(async () => {
  isClosing = true;
  const closing = queue.close();
  for (const socket of sockets) socket.destroy();
  await closing;
  const isClosed = once(silent, 'close');
  silent.close();
  await isClosed;
});

const isOpen = (promise: Promise<unknown>): Promise<boolean> =>
  Promise.race([promise.then(() => false), new Promise<boolean>((resolve) => setImmediate(resolve, true))]);

/** Creates the queue and fills it. When this returns, the first append is in flight and later appends wait. */
async function queueWith(limits: Partial<QueueLimits>): Promise<void> {
  const address = silent.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  queue = new PostgresAppendQueue({ host: '127.0.0.1', port }, () => undefined, {
    ...WIDE_LIMITS,
    ...limits,
  });
  const isConnected = once(silent, 'connection');
  void push('under-way', 9_000);
  await isConnected;
}

/** Appends, and returns the outcome: the name of the error, or `stored`. */
function push(stream: string, bytes = 10, signal?: AbortSignal): Promise<string> {
  return queue.push(stream, -1n, EVENTS, bytes, signal).then(
    () => 'stored',
    (error: unknown) => (error instanceof Error ? error.name : ''),
  );
}

it('refuses an append when the queue is full, and accepts one when another left the queue', async () => {
  await queueWith({ appends: 2 });
  const leaving = new AbortController();
  const first = push('a', 10, leaving.signal);
  void push('b');
  expect(await push('c')).toBe('LogBusyError');
  leaving.abort();
  expect(await first).toBe('RetryableError');
  expect(await isOpen(push('d'))).toBe(true);
  expect(await push('e')).toBe('LogBusyError');
});

it('refuses an append when too many bytes wait, not counting appends in flight', async () => {
  await queueWith({ bytes: 10_000 });
  void push('a', 6_000);
  expect(await push('b', 4_001)).toBe('LogBusyError');
  expect(await isOpen(push('c', 4_000))).toBe(true);
});

it('rejects an append that has waited too long, and never sends it', async () => {
  await queueWith({ milliseconds: 20 });
  const [first, second] = [push('a'), push('b')];
  expect(await first).toBe('LogBusyError');
  expect(await second).toBe('LogBusyError');
  const hasReconnected = once(silent, 'connection');
  sockets.splice(0).forEach((socket) => socket.destroy());
  // The queue is empty: only a new append makes it continue.
  void push('later');
  await hasReconnected;
});
