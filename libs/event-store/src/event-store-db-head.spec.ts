import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { TestSubscriber, until } from './testing/contract/harness.ts';
import { all, noted } from './testing/noted.ts';
import { LINKS } from './testing/wire-double/double-log.ts';
import { WireDouble } from './testing/wire-double/wire-double.ts';

/** What a server with statistics and projections writes in some months without posts. */
const MANY = 200_000;
/** More than any of these questions needs, and nothing to do with how many there are. */
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
/** What was sent to us, and what the server looked at, for the sake of `question`. */
async function costOf<Answer>(question: () => Promise<Answer>) {
  const { events, lookedAt } = double.traffic;
  const answer = await question();
  return { answer, sent: double.traffic.events - events, lookedAt: double.traffic.lookedAt - lookedAt };
}
const costOfHead = () => costOf(() => store.head());

it('is found behind any number of events of the server, which stay on the server', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await costOfHead();
  expect(answer).toBe(newest);
  expect(sent).toBeLessThan(FEW);
});

it('is none when the log holds nothing but what the server wrote', async () => {
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await costOfHead();
  expect(answer).toBeNull();
  expect(sent).toBeLessThan(FEW);
});

it('lets nobody who reads on, or waits for news, be sent what the server wrote', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(MANY);
  const { answer, sent } = await costOf(() => all(store.readAll({ after: newest })));
  expect(answer).toEqual([]);
  expect(sent).toBeLessThan(FEW);
  const waiting = async () => {
    const listener = new TestSubscriber(store, 'head-', newest);
    await until(() => listener.caughtUp > 0);
    await listener.stop();
  };
  expect((await costOf(waiting)).sent).toBeLessThan(FEW);
});

it('is asked for once, however many want to know it', async () => {
  const newest = await append('head-1');
  double.log.writeSystemEvents(1000);
  const { read } = double.calls;
  const heads = await Promise.all(Array.from({ length: 30 }, () => store.head()));
  expect(new Set(heads)).toEqual(new Set([newest]));
  expect(double.calls.read - read).toBeLessThan(10);
});

it('is as new as the log was when somebody asked', async () => {
  await append('head-1');
  const early = store.head();
  const newest = await append('head-2');
  expect(await store.head()).toBe(newest);
  await early;
});

it('is looked for where the last answer ended, not from the beginning', async () => {
  const first = await append('head-1');
  double.log.writeSystemEvents(MANY);
  expect(await store.head()).toBe(first);
  double.log.writeSystemEvents(10, LINKS);
  const again = await costOfHead();
  expect(again.answer).toBe(first);
  expect(again.lookedAt).toBeLessThan(2 * FEW);
  const second = await append('head-2', 200);
  double.log.writeSystemEvents(10, LINKS);
  const later = await costOfHead();
  expect(later.answer).toBe(second);
  expect(later.lookedAt).toBeLessThan(2000);
});

it('is never taken from what is remembered of a log that was put back from an older copy', async () => {
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
