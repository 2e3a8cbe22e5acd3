import { performance } from 'node:perf_hooks';
import { Logger } from '@nestjs/common';
import { beforeEach, expect, it, jest } from '@jest/globals';
import { CheckpointHasMoved } from './checkpoints.ts';
import type { EventConsumer } from './event-consumer.ts';
import { LazyCheckpoint } from './lazy-checkpoint.ts';
import { LogEnd } from './log-end.ts';
import type { Departure, LeaveReason, ReaderGroup, SharedModel } from './reader-group.ts';
import { TailFollower } from './tail-follower.ts';

/** The reason why the group releases the reader, for each stay. */
let reasons: LeaveReason[];
const failure = new Error('canceling statement due to lock timeout');
let stays: number;
let end: LogEnd;
const logger = new Logger('spec');
const follower = new TailFollower(() => true);

beforeEach(() => {
  [reasons, stays] = [[], 0];
  jest.spyOn(logger, 'warn').mockReturnValue(undefined);
  const group: Pick<ReaderGroup, 'stay'> = {
    stay: () => {
      stays += 1;
      const why = reasons.shift() ?? 'stopped';
      return Promise.resolve<Departure>({ why, ...(why === 'failed' && { error: failure }) });
    },
  };
  const consumer = { name: 'spec', shared: {} as SharedModel } as EventConsumer;
  end = new LogEnd(consumer, group as ReaderGroup, logger);
});

/** Wakes the follower before the wait begins, so that the wait ends immediately. */
const wait = () => {
  const { heard } = follower;
  follower.wake();
  return end.wait({
    follower,
    heard,
    checkpoint: new LazyCheckpoint(null),
    signal: new AbortController().signal,
    isConcernedBy: () => true,
    setCaughtUp: () => undefined,
  });
};

it.each(['away', 'vacuum', 'stopped'] as const)('returns to the group after the reason %s', async (why) => {
  reasons = [why];
  await wait();
  await wait();
  expect(stays).toBe(2);
});

it.each(['failed', 'slow'] as const)('reads alone after it was %s', async (why) => {
  reasons = [why];
  await wait();
  await wait();
  expect(stays).toBe(1);
});

it('logs why the shared batch failed', async () => {
  const warn = jest.spyOn(logger, 'warn').mockReturnValue(undefined);
  reasons = ['failed'];
  await wait();
  expect(warn).toHaveBeenCalledWith(expect.objectContaining({ err: failure }));
});

it('reads alone for twice as long each time that it is slow again soon', async () => {
  let now = 1_000_000;
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => now);
  /** @returns how many seconds the reader reads alone after the group has released it */
  const secondsAlone = async () => {
    reasons = ['slow'];
    await wait();
    const [left, stayed] = [now, stays];
    for (; stays === stayed; now += 1_000) await wait();
    return (now - left) / 1_000 - 1;
  };
  const soon = [await secondsAlone(), await secondsAlone(), await secondsAlone()];
  now += 60_000;
  const later = await secondsAlone();
  clock.mockRestore();
  expect([...soon, later]).toEqual([10, 20, 40, 10]);
});
it('throws when another process has moved its checkpoint, so that the reader resumes from the database', async () => {
  reasons = ['moved'];
  await expect(wait()).rejects.toThrow(CheckpointHasMoved);
});
