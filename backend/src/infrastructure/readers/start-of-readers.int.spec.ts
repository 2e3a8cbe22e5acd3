import { setTimeout as pause } from 'node:timers/promises';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { afterAll, beforeAll, expect, it, jest } from '@jest/globals';
import { Module } from '@nestjs/common';
import { Pool } from 'pg';
import { EventCatalog } from '#infrastructure/event-log/event-catalog.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { counter, type Counted } from '#infrastructure/testing/counter.ts';
import { ProjectionRegistry } from './projection-registry.ts';
import type { Projection } from './projection.ts';
import { ReaderLocks } from './reader-locks.ts';
import { Readers } from './readers.ts';

const READERS = 20;

const emptyModel = (number: number): Projection<Counted> => ({
  name: `spec.model-${String(number)}`,
  version: 1,
  categories: ['counter'],
  types: ['Counted'],
  tables: { [`spec_model_${String(number)}`]: 'id int primary key' },
  personal: { [`spec_model_${String(number)}`]: null },
  apply: () => Promise.resolve([]),
});

@Module({})
class ManyReaders {
  constructor(catalog: EventCatalog, projections: ProjectionRegistry) {
    catalog.add(counter);
    for (let number = 0; number < READERS; number++) projections.add(emptyModel(number));
  }
}

const store = new InMemoryEventStore();
let first: Booted;
const running: Booted[] = [];
beforeAll(async () => {
  first = await boot([ManyReaders], { database: true, store });
  await runUntilCaughtUp(first);
  await first.app.get(Readers).stop();
});
afterAll(async () => {
  for (const { app } of running) await app.get(Readers).stop();
  for (const each of running) await each.close();
  await first.close();
});

/** Runs the readers of a process until all have reached the end of the log. */
async function runUntilCaughtUp({ app, database }: Booted): Promise<void> {
  const readers = app.get(Readers);
  await readers.prepare();
  readers.start(new ReaderLocks(database?.url ?? ''));
  while (!readers.status().every(({ caughtUp }) => caughtUp)) await pause(5);
}

it('reads and stores the checkpoints of all readers in a few statements at a start', async () => {
  const again = await boot([ManyReaders], { store, sharing: first.database });
  running.push(again);
  const queries = jest.spyOn(again.app.get(Pool), 'query');
  await runUntilCaughtUp(again);
  const texts = queries.mock.calls.map(([query]: readonly unknown[]) =>
    typeof query === 'string' ? query : (query as Readonly<{ text: string }>).text,
  );
  queries.mockRestore();
  const about = texts.filter((text) => text.includes('runner.checkpoint'));
  expect(about.length).toBeLessThan(READERS / 2);
});
