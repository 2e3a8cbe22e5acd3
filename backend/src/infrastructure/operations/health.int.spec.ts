import { setTimeout as pause } from 'node:timers/promises';
import { EventStoreDbStore } from '@posthorn/event-store/event-store-db';
import { WireCluster } from '@posthorn/event-store/testing/wire-double/wire-cluster';
import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { cause, counted, counter } from '#infrastructure/testing/counter.ts';
import { Health, type HealthReport } from './health.ts';

let cluster: WireCluster;
let booted: Booted;
beforeEach(async () => {
  cluster = await WireCluster.start();
  const store = new EventStoreDbStore(cluster.url);
  await store.identify();
  booted = await boot([], { store, database: true });
  booted.app.get(EventCatalog).add(counter);
});
afterEach(async () => {
  await booted.close();
  cluster.close();
});

const count = (id = 1) =>
  booted.app
    .get(CauseContext)
    .run(cause, () => booted.app.get(StreamWriter).decide(counter, id, () => [counted(id)]));
const parts = async (): Promise<HealthReport['parts']> => (await booted.app.get(Health).report()).parts;

/** Makes an append and its repetition fail. @param milliseconds how long the tries take on the clock */
async function failToCount(milliseconds: number, id?: number): Promise<void> {
  const { appends } = cluster;
  const failed = expect(count(id)).rejects.toHaveProperty('name', 'AmbiguousError');
  while (cluster.appends < appends + 2) await pause(5);
  booted.clock.advance(milliseconds);
  await failed;
}

function loseQuorum(): void {
  for (const node of cluster.nodes) node.commitTimeout = 20;
  cluster.log.replicationTakes = () => Infinity;
}

it('reports "not ready" while reads succeed but appends fail, and "ready" after the next append', async () => {
  await count();
  expect(await parts()).toMatchObject({ log: { ready: true }, appends: { ready: true } });
  loseQuorum();
  await failToCount(6_000);
  const report = await booted.app.get(Health).report();
  expect(report).toMatchObject({
    ready: false,
    parts: {
      log: { ready: true },
      appends: {
        ready: false,
        detail:
          'no event has been stored since 2030-01-01T12:00:00.000Z: ' +
          'The server gave no answer that says whether it stored the events',
      },
    },
  });
  cluster.log.replicationTakes = () => 0;
  cluster.log.replicateAll();
  await count();
  expect((await parts()).appends).toEqual({ ready: true });
});

it('reports "ready" during the election of a leader, and forgets old append failures', async () => {
  loseQuorum();
  await failToCount(3_000);
  expect((await parts()).appends).toEqual({ ready: true });
  await failToCount(3_000, 2);
  expect((await parts()).appends.ready).toBe(false);
  booted.clock.advance(31_000);
  expect((await parts()).appends).toEqual({ ready: true });
});
