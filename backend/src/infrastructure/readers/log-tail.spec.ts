import type { Position } from '@posthorn/event-sourcing/event-store';
import { noted } from '@posthorn/event-store/testing/noted';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { expect, it } from '@jest/globals';
import { LogTail } from './log-tail.ts';

it('refuses a position of another log, which a copy beside this process has put in its checkpoints', async () => {
  const store = new InMemoryEventStore();
  const tail = new LogTail(store);
  const stop = new AbortController();
  const started = tail.heard;
  tail.start(stop.signal);
  await tail.sleep(started, stop.signal);
  const grown = tail.heard;
  const { position } = await store.append('a-1', noted('a-1'), { expected: 'noStream' });
  await tail.sleep(grown, stop.signal);
  expect(await tail.page(null, 10)).toMatchObject([{ position }]);
  const elsewhere = `${'0'.repeat(20)}/${'9'.repeat(20)}` as Position;
  await expect(tail.page(elsewhere, 10)).rejects.toThrow(RangeError);
  stop.abort();
  await tail.stopped();
});

it('wakes its readers once for events that come at the same time, each by itself', async () => {
  const store = new InMemoryEventStore();
  const tail = new LogTail(store);
  const stop = new AbortController();
  const started = tail.heard;
  tail.start(stop.signal);
  await tail.sleep(started, stop.signal);
  const before = tail.heard;
  for (let number = 1; number <= 20; number++)
    await store.append(`a-${String(number)}`, noted(`a-${String(number)}`), { expected: 'noStream' });
  for (let read = 0; read < 20;) {
    await tail.sleep(tail.heard, stop.signal);
    read = (await tail.page(null, 100)).length;
  }
  expect(tail.heard - before).toBeLessThan(20);
  stop.abort();
  await tail.stopped();
});
