import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { LINKS } from '@posthorn/event-store/testing/wire-double/double-log';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CauseContext } from './cause-context.ts';
import { cause, counted, counter } from '#infrastructure/testing/counter.ts';
import { FixedClock } from '#infrastructure/testing/fixed-clock.ts';
import { MemoryPersonalKeys } from '#infrastructure/testing/memory-personal-keys.ts';
import { AppendOutcomes } from './append-outcomes.ts';
import { EventCatalog } from './event-catalog.ts';
import { EventCodec } from './event-codec.ts';
import { EventReader } from './event-reader.ts';
import { PositionContext } from './position-context.ts';
import { StreamWriter } from './stream-writer.ts';

const causes = new CauseContext();
let cluster: WireCluster;
let store: EventStoreDbStore;
let writer: StreamWriter;

beforeEach(async () => {
  cluster = await WireCluster.start();
  store = new EventStoreDbStore(cluster.url, { deadlineMs: 1000 });
  const catalog = new EventCatalog();
  catalog.add(counter);
  const codec = new EventCodec(catalog, new MemoryPersonalKeys());
  const clock = new FixedClock(new Date('2030-01-01T12:00:00Z'));
  writer = new StreamWriter(
    store,
    new EventReader(store, codec),
    codec,
    causes,
    clock,
    new PositionContext(),
    new AppendOutcomes(clock),
  );
});
afterEach(async () => {
  await store.close();
  cluster.close();
});

const count = () => causes.run(cause, () => writer.decide(counter, 1, () => [counted(1)]));

it.each([5, 50, 500])(
  'decides again on the state that reads return %s ms after the conflict',
  async (late) => {
    await count();
    cluster.log.replicationTakes = () => late;
    const states = await Promise.all(
      [count(), count(), count()].map((decided) => decided.then(({ state }) => state)),
    );
    expect(states.sort()).toEqual([2, 3, 4]);
    expect(cluster.log.streamOf('counter-1')).toHaveLength(4);
  },
);

it('records an event only once, even if only the deposed leader had it and the servers write system events', async () => {
  await count();
  cluster.leader.commitTimeout = 100;
  cluster.log.replicationTakes = () => Infinity;
  const deciding = count();
  // Waits until the writer has sent the append the second time.
  while (cluster.appends < 3) await pause(5);
  cluster.log.loseUnreplicated();
  cluster.log.replicationTakes = () => 0;
  cluster.log.writeSystemEvents(5, LINKS);
  cluster.elect();
  expect((await deciding).state).toBe(2);
  expect(cluster.log.streamOf('counter-1')).toHaveLength(2);
});
