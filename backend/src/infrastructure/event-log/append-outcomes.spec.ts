import { RetryableError } from '@posthorn/event-sourcing/event-store';
import { beforeEach, expect, it } from '@jest/globals';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { AppendOutcomes } from './append-outcomes.ts';

const NOON = new Date('2030-01-01T12:00:00Z');
const NEXT_DAY = new Date('2030-01-02T12:00:00Z');

let clock: FixedClock;
let outcomes: AppendOutcomes;
beforeEach(() => {
  clock = new FixedClock(NOON);
  outcomes = new AppendOutcomes(clock);
});
const fail = () =>
  expect(outcomes.watch(() => Promise.reject(new RetryableError('no quorum')))).rejects.toThrow('no quorum');

it('reports appends that fail for five seconds, with the time of the first one', async () => {
  await fail();
  clock.advance(4_000);
  await fail();
  expect(outcomes.trouble()).toBeNull();
  clock.advance(1_000);
  await fail();
  expect(outcomes.trouble()).toBe(`no event has been stored since ${NOON.toISOString()}: no quorum`);
  await outcomes.watch(() => Promise.resolve());
  expect(outcomes.trouble()).toBeNull();
});
it('reports no trouble because a person sets the clock forward between two failures', async () => {
  await fail();
  clock.set(new Date(NOON.getTime() + 10_000));
  await fail();
  expect(outcomes.trouble()).toBeNull();
});
it('goes on reporting trouble when a person sets the clock', async () => {
  await fail();
  clock.advance(6_000);
  await fail();
  for (const time of [NEXT_DAY, NOON]) {
    clock.set(time);
    expect(outcomes.trouble()).not.toBeNull();
  }
  clock.set(new Date(0));
  clock.advance(31_000);
  expect(outcomes.trouble()).toBeNull();
});
