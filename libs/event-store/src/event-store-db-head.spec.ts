import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { TestSubscriber, until } from './testing/contract/harness.ts';
import { all, noted } from './testing/noted.ts';
import { LINKS } from './testing/wire-double/double-log.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';

/** As many system events as a server with statistics and projections writes in a few months. */
const MANY = 200_000;
/** More events than any of these queries needs, however many the log contains. */
const FEW = 50;

let double: WireDouble;
let store: EventStoreDbStore;
beforeEach(async () => {
  double = await new WireDouble().start();
  store = new EventStoreDbStore(double.url);
  await store.identify();
});
afterEach(async () => {
  await store.close();
  double.close();
});

const append = async (stream: string, count = 1) =>
  (await store.append(stream, noted(stream, count), { expected: 'noStream' })).position;
/** Counts, for one query, the events that the server sent to us and those that it searched. */
async function trafficOf<Answer>(question: () => Promise<Answer>) {
  const { events, lookedAt } = double.traffic;
  const answer = await question();
  return { answer, sent: double.traffic.events - events, lookedAt: double.traffic.lookedAt - lookedAt };
}
const trafficOfHead = () => trafficOf(() => store.head());

it('receives few of many system events when it searches for the head', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await trafficOfHead();
  expect(answer).toBe(newest);
  expect(sent).toBeLessThan(FEW);
});

it('returns null when the log contains only system events', async () => {
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await trafficOfHead();
  expect(answer).toBeNull();
  expect(sent).toBeLessThan(FEW);
});

it('sends few of many system events to readers and subscribers', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await trafficOf(() => all(store.readAll({ after: newest })));
  expect(answer).toEqual([]);
  expect(sent).toBeLessThan(FEW);
  const subscribeAndStop = async () => {
    const listener = new TestSubscriber(store, 'head-', newest);
    await until(() => listener.caughtUp > 0);
    await listener.stop();
  };
  expect((await trafficOf(subscribeAndStop)).sent).toBeLessThan(FEW);
});

it('shares queries for the head among many simultaneous callers', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(1000);
  const { read } = double.calls;
  const heads = await Promise.all(Array.from({ length: 30 }, () => store.head()));
  expect(new Set(heads)).toEqual(new Set([newest]));
  expect(double.calls.read - read).toBeLessThan(10);
});

it('returns a head as new as the log at the time of the call', async () => {
  await append('head-1');
  const early = store.head();
  const newest = await append('head-2');
  expect(await store.head()).toBe(newest);
  await early;
});

it('searches for the head from the end of the last search, not from the beginning', async () => {
  const first = await append('head-1');
  double.log.writeSystemEvents(MANY);
  expect(await store.head()).toBe(first);
  double.log.writeSystemEvents(10, LINKS);
  const again = await trafficOfHead();
  expect(again.answer).toBe(first);
  expect(again.lookedAt).toBeLessThan(2 * FEW);
  const second = await append('head-2', 200);
  double.log.writeSystemEvents(10, LINKS);
  const later = await trafficOfHead();
  expect(later.answer).toBe(second);
  expect(later.lookedAt).toBeLessThan(2000);
});

it('does not use a cached head after an older copy of the log was restored', async () => {
  const kept = await append('head-1');
  const length = double.log.length;
  await append('head-2', 20);
  double.log.writeSystemEvents(10);
  expect(await store.head()).not.toBe(kept);
  double.log.goBackTo(length);
  double.log.writeSystemEvents(3, LINKS);
  expect(await store.head()).toBe(kept);
  double.log.writeSystemEvents(200, LINKS);
  expect(await store.head()).toBe(kept);
});
