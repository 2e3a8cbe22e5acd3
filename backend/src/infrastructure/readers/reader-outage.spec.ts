import { RetryableError, type Position, type StoredEvent } from '@posthorn/event-sourcing/event-store';
import { afterEach, expect, it, jest } from '@jest/globals';
import type { EventConsumer } from './event-consumer.ts';
import type { LogTail } from './log-tail.ts';
import { Outage } from './outage.ts';
import { Reader } from './reader.ts';
import type { ReaderGroup } from './reader-group.ts';
import { TailFollower } from './tail-follower.ts';

const stop = new AbortController();
afterEach(() => {
  stop.abort();
});

it('does not delay other readers while a process handles an event after an outage', async () => {
  const outage = new Outage({ first: 1, longest: 4 });
  const event = { stream: 'counter-1', type: 'Counted', position: '1' as Position } as StoredEvent;
  const tail = {
    outage,
    follow: () => new TailFollower(() => true),
    leave: () => undefined,
    forget: () => undefined,
    page: () => Promise.resolve([event]),
  };
  const [begun, ended] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const handle = async () => {
    begun.resolve(undefined);
    await ended.promise;
    stop.abort();
    return false;
  };
  const process: EventConsumer = {
    name: 'spec.calls-others',
    kind: 'process',
    lock: 'spec.calls-others',
    categories: ['counter'],
    types: ['Counted'],
    resume: jest
      .fn<EventConsumer['resume']>()
      .mockRejectedValueOnce(new RetryableError('The log does not respond'))
      .mockResolvedValue(null),
    apply: handle,
    passed: () => undefined,
    write: () => Promise.resolve(),
    caughtUp: () => Promise.resolve(),
    note: () => Promise.resolve(),
  };
  const waits = jest.spyOn(outage, 'wait');
  const running = new Reader(process, tail as unknown as LogTail, {} as ReaderGroup).run(stop.signal);
  while (waits.mock.calls.length === 0) await new Promise(setImmediate);
  const other = outage.wait({}, 'The log does not respond', new AbortController().signal);
  await begun.promise;
  await other;
  ended.resolve(undefined);
  await running;
  expect(waits).toHaveBeenCalledTimes(2);
});
