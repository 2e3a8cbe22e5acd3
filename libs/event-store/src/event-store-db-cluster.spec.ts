import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { EventStoreDbStore } from './event-store-db.ts';
import { TestSubscriber, until } from './testing/contract/harness.ts';
import { all, noted } from './testing/noted.ts';
import { LINKS } from './testing/wire-double/double-log.ts';
import { WireCluster } from './testing/wire-double/wire-cluster.ts';

let cluster: WireCluster;
let store: EventStoreDbStore;
beforeEach(async () => {
  cluster = await WireCluster.start();
  store = new EventStoreDbStore(cluster.url, { deadlineMs: 1000 });
});
afterEach(async () => {
  await store.close();
  cluster.close();
});

const append = (stream: string, events = noted(stream)) =>
  store.append(stream, events, { expected: 'noStream' });
const nameOf = (attempt: Promise<unknown>) =>
  attempt.then(
    () => 'stored',
    (error: unknown) => (error as Error).name,
  );
const streams = (events: readonly { stream: string }[]) => events.map(({ stream }) => stream);
/** What each of the three ways to read returns. */
const readsOf = async (stream: string) => ({
  stream: (await all(store.readStream(stream))).length,
  log: streams(await all(store.readAll({}))),
  head: await store.head(),
});

it('shows and acknowledges an append only when most nodes have it, but reports conflicts with it earlier', async () => {
  const first = await append('shown-0');
  const listener = new TestSubscriber(store, 'shown-');
  await listener.has(1);
  cluster.log.replicationTakes = () => Infinity;
  let acknowledged = false;
  const slow = append('shown-1').then(() => (acknowledged = true));
  await until(() => cluster.appends === 2);
  await until(async () => (await nameOf(append('shown-1'))) === 'ConcurrencyError');
  expect(await readsOf('shown-1')).toEqual({ stream: 0, log: ['shown-0'], head: first.position });
  expect({ acknowledged, delivered: streams(listener.got) }).toEqual({
    acknowledged: false,
    delivered: ['shown-0'],
  });
  cluster.log.replicateAll();
  await slow;
  await listener.has(2);
  expect(await readsOf('shown-1')).toMatchObject({ stream: 1, log: ['shown-0', 'shown-1'] });
  await listener.stop();
});

it('reports an append as ambiguous while too few nodes have it, and stores one copy in the end', async () => {
  cluster.leader.commitTimeout = 100;
  cluster.log.replicationTakes = () => Infinity;
  const events = noted('few-1');
  expect(await nameOf(append('few-1', events))).toBe('AmbiguousError');
  expect(await nameOf(append('few-1', events))).toBe('AmbiguousError');
  expect((await readsOf('few-1')).log).toEqual([]);
  cluster.log.replicationTakes = () => 0;
  cluster.log.replicateAll();
  expect(await nameOf(append('few-1', events))).toBe('stored');
  expect(await all(store.readStream('few-1'))).toHaveLength(1);
});

it('continues with the next leader, whose log lacks events that only the old leader had', async () => {
  await append('deposed-0');
  const listener = new TestSubscriber(store, 'deposed-');
  await listener.has(1);
  cluster.leader.commitTimeout = 100;
  cluster.log.replicationTakes = () => Infinity;
  const [own, rivals] = [noted('deposed-1'), noted('deposed-2')];
  expect(await nameOf(append('deposed-1', own))).toBe('AmbiguousError');
  expect(await nameOf(append('deposed-2', rivals))).toBe('AmbiguousError');
  cluster.log.loseUnreplicated();
  cluster.log.replicationTakes = () => 0;
  cluster.elect();
  const retried = noted('deposed-2');
  await until(async () => (await nameOf(append('deposed-2', retried))) === 'stored');
  expect(await nameOf(append('deposed-1', own))).toBe('stored');
  expect(await nameOf(append('deposed-2', rivals))).toBe('ConcurrencyError');
  await listener.has(3);
  await listener.stop();
  expect(streams(listener.got)).toEqual(['deposed-0', 'deposed-2', 'deposed-1']);
  expect(cluster.appends).toBeGreaterThan(5);
  expect(await all(store.readStream('deposed-2'))).toMatchObject([{ id: retried[0]?.id }]);
});

it('stops using a disconnected former leader, and uses the next leader', async () => {
  await append('cut-off-0');
  const listener = new TestSubscriber(store, 'cut-off-');
  await listener.has(1);
  cluster.leader.readDelay = 3_600_000;
  cluster.elect();
  await until(async () => (await nameOf(append('cut-off-1'))) !== 'RetryableError');
  await listener.has(2);
  await listener.stop();
});

it('receives the response of a node that was frozen during the call', async () => {
  const listener = new TestSubscriber(store, 'still-');
  await append('still-0');
  await listener.has(1);
  const { read } = cluster.leader.calls;
  cluster.leader.frozen = true;
  const outcomes = Promise.all([append('still-1'), all(store.readStream('still-0')), store.head()]);
  await until(() => cluster.appends === 2 && cluster.leader.calls.read >= read + 2);
  expect(cluster.log.streamOf('still-1')).toEqual([]);
  cluster.leader.frozen = false;
  expect(await outcomes).toMatchObject([{ revision: 0n }, [{ stream: 'still-0' }], expect.any(String)]);
  await listener.has(2);
  await listener.stop();
});

it('delivers every event of many writers once and in order, even between system events', async () => {
  let appends = 0;
  cluster.log.replicationTakes = () => (7 * appends++) % 20;
  const listener = new TestSubscriber(store, 'between-');
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let index = 0; index < 10; index += 1) {
      await append(`between-${String(writer)}-${String(index)}`);
      cluster.log.writeSystemEvents(3, LINKS);
    }
  });
  await Promise.all(writers);
  await listener.has(80);
  await listener.stop();
  const log = await all(store.readAll({}));
  expect(listener.got.map(({ id }) => id)).toEqual(log.map(({ id }) => id));
  expect(new Set(log.map(({ id }) => id)).size).toBe(80);
  expect(await store.head()).toBe(log.at(-1)?.position);
});

it('reads long streams from another node after the first node freezes', async () => {
  const stream = 'pages-1';
  await append(stream, noted(stream, 1200));
  const reading = store.readStream(stream)[Symbol.asyncIterator]();
  for (let index = 0; index < 500; index += 1) await reading.next();
  cluster.leader.frozen = true;
  const old = cluster.leader;
  const others = Array.from({ length: 20 }, () => nameOf(all(store.readStream(stream))));
  await expect(reading.next()).rejects.toHaveProperty('name', 'RetryableError');
  expect(new Set(await Promise.all(others))).toEqual(new Set(['RetryableError']));
  cluster.elect();
  await until(async () => (await nameOf(all(store.readStream(stream)))) === 'stored');
  expect(await all(store.readStream(stream))).toHaveLength(1200);
  old.frozen = false;
  await until(() => cluster.nodes.every(({ traffic }) => traffic.openReads === 0));
});

it('ends all running reads when it is closed', async () => {
  const stream = 'closed-1';
  await append(stream, noted(stream, 600));
  cluster.leader.readDelay = 50;
  const reads = Array.from({ length: 5 }, () => nameOf(all(store.readStream(stream))));
  await until(() => cluster.nodes.some(({ traffic }) => traffic.openReads > 0));
  await store.close();
  expect(new Set(await Promise.all(reads))).toEqual(new Set(['RetryableError']));
  await until(() => cluster.nodes.every(({ traffic }) => traffic.openReads === 0));
});
