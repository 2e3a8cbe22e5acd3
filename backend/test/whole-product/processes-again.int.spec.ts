import { categoryOf, type Event, type Stream } from '@posthorn/event-sourcing';
import { ERASURE_CATEGORY } from '@posthorn/event-sourcing/subject-erased';
import { InMemoryEventStore } from '@posthorn/event-store/testing/in-memory-event-store';
import { all } from '@posthorn/event-store/testing/noted';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { CauseContext } from '#infrastructure/event-log/cause-context.ts';
import { EventCodec } from '#infrastructure/event-log/event-codec.ts';
import { StreamWriter } from '#infrastructure/event-log/stream-writer.ts';
import { OutgoingModule } from '#infrastructure/outgoing/outgoing.module.ts';
import { ProcessRegistry } from '#infrastructure/readers/process-registry.ts';
import { boot, type Booted } from '#infrastructure/testing/boot.ts';
import { ReadGate } from '#infrastructure/readers/read-gate.ts';
import { AnalyticsModule } from '#modules/analytics/analytics.module.ts';
import { BillingModule } from '#modules/billing/billing.module.ts';
import { ExternalApiModule } from '#modules/external-api/external-api.module.ts';
import { IdentityModule } from '#modules/identity/identity.module.ts';
import { InboxModule } from '#modules/inbox/inbox.module.ts';
import { IntegrationsModule } from '#modules/integrations/integrations.module.ts';
import { LinkTreeModule } from '#modules/link-tree/link-tree.module.ts';
import { NotificationsModule } from '#modules/notifications/notifications.module.ts';
import { SchedulingModule } from '#modules/scheduling/scheduling.module.ts';
import { CorpusKeys, fixturesIn, readCorpus, storedOf } from './testing/golden-corpus.ts';
import { productStreams } from './testing/product-streams.ts';

// After a kill, processes handle the events of the last second again. Here each process handles all events twice.

const MODULES = [
  ...[OutgoingModule, IdentityModule, BillingModule, IntegrationsModule, SchedulingModule],
  ...[InboxModule, LinkTreeModule, AnalyticsModule, ExternalApiModule, NotificationsModule],
];
const store = new InMemoryEventStore();
/** Waits for no read model: `catchUp` runs the processes and the read models together, so a wait would never end. */
const bindings = [
  { provide: ReadGate, useValue: { waitFor: () => Promise.resolve(), settle: () => Promise.resolve() } },
];
const products: Booted[] = [];
beforeAll(async () => {
  products.push(await boot(MODULES, { store, database: true, bindings }));
}, 120_000);
afterAll(async () => {
  for (const one of products.reverse()) await one.close();
});

/** Returns a decoded event of each stored type and version. Erasures are last: they erase the texts of other events. */
async function corpus(): Promise<readonly Readonly<{ stream: string; event: Event }>[]> {
  const codec = new EventCodec(await productStreams(), new CorpusKeys());
  const events = await codec.decodeAll(fixturesIn(readCorpus()).map(storedOf));
  const decoded = events.map(({ stream, type, schema, data }) => ({ stream, event: { type, schema, data } }));
  const isErasure = (one: (typeof decoded)[number]) => Number(categoryOf(one.stream) === ERASURE_CATEGORY);
  return decoded.sort((one, other) => isErasure(one) - isErasure(other));
}

async function append({ app }: Booted, name: string, event: Event): Promise<void> {
  const category = categoryOf(name);
  const stream: Stream<null, Event> = { category, initial: null, evolve: () => null, shapes: {} };
  const actor = { kind: 'system', id: 'spec' } as const;
  await app
    .get(CauseContext)
    .run({ actor, correlationId: 'spec', causationId: 'spec' }, () =>
      app.get(StreamWriter).decide(stream, name.slice(category.length + 1), () => [event]),
    );
}

/** Counts the rows of each table outside the read models, and the events of each stream. */
async function countAll({ app }: Booted): Promise<Readonly<Record<string, number>>> {
  const pool = app.get(Pool);
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname !~ '^(pg_|information_schema$|rm_|es$|runner$|edge$)' order by 1`,
  );
  const counts: Record<string, number> = {};
  for (const { name } of rows)
    counts[name] = Number((await pool.query<{ n: string }>(`select count(*) as n from ${name}`)).rows[0]?.n);
  for (const { stream } of await all(store.readAll({}))) counts[stream] = (counts[stream] ?? 0) + 1;
  return counts;
}

it('changes nothing when each process handles all its events again', async () => {
  const [booted] = products;
  if (!booted) throw new Error('The product has not started.');
  await booted.catchUp();
  for (const { stream, event } of await corpus()) await append(booted, stream, event);
  await booted.catchUp();
  const before = await countAll(booted);
  const names = booted.app
    .get(ProcessRegistry)
    .all()
    .map(({ name }) => name);
  await booted.app
    .get(Pool)
    .query('update runner.checkpoint set position = null where name = any($1)', [names]);
  // A second product reads the checkpoints from the database, as after a kill.
  const other = await boot(MODULES, { store, sharing: booted.database, bindings });
  products.push(other);
  await other.catchUp();
  expect(await countAll(other)).toEqual(before);
  const { rows } = await booted.app
    .get(Pool)
    .query('select from runner.checkpoint where name = any($1) and position is not null', [names]);
  expect(rows).toHaveLength(names.length);
}, 120_000);
