import { EventStore } from '@posthorn/event-sourcing/event-store';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { Checkpoints } from '#infrastructure/readers/checkpoints.ts';
import { ProjectionRegistry } from '#infrastructure/readers/projection-registry.ts';
import { schemaOf } from '#infrastructure/readers/projection-tables.ts';
import { timed } from './at-rate.ts';
import type { BenchContext } from './bench-context.ts';
import type { Report } from './report.ts';

/**
 * `shown`: the name of the read model in the report. `events`: the number of events in the log that the read model reads.
 * `checksum`: SQL for a checksum of all visible data, independent of the order of rows.
 */
export type ReadModel = Readonly<{
  name: string;
  shown: string;
  events: number;
  checksum: string;
  target: Readonly<{ atLeast: number }>;
}>;

/**
 * Measures how fast a read model is rebuilt, and checks that the rebuild gives the same rows. The lower bound of its time is to read the log and
 * to write the finished rows once.
 */
export async function rebuild(
  context: BenchContext,
  { name, shown, events, checksum, target }: ReadModel,
  report: Report,
): Promise<void> {
  const { app, pool } = context;
  const store = app.get(EventStore);
  // The database may return the parts of a union in any order.
  const checksums = async () =>
    (await pool.query<{ sum: string }>(checksum)).rows.map(({ sum }) => sum).sort();
  const before = await checksums();
  const reading = await timed(async () => {
    for await (const event of store.readAll({})) if (event.revision < 0n) throw new Error('No such revision');
  });
  const { seconds, processorSeconds } = await timed(() => app.get(ProjectionRebuild).run(name));
  report.add({
    name: `rebuild of ${shown}`,
    value: events / seconds,
    unit: 'events/s',
    baseline: { name: 'reading the log alone', value: events / reading.seconds },
    target,
  });
  report.say(`    own processor time: ${((processorSeconds / events) * 1e6).toFixed(1)} µs an event`);
  const copying = await timed(() => copyRows(context, name));
  report.add({
    name: `reading the log, then one INSERT of ${shown}`,
    value: events / (reading.seconds + copying.seconds),
    unit: 'events/s',
    baseline: { name: 'reading the log alone', value: events / reading.seconds },
    target: null,
  });
  if ((await checksums()).join() !== before.join())
    throw new Error(`What was made anew of ${shown} is different.`);
}

/** Copies the rows of a read model into new tables with the same indexes, then drops these tables. */
async function copyRows({ app, pool }: BenchContext, name: string): Promise<void> {
  const { tables, version } = app.get(ProjectionRegistry).named(name);
  const build = (await app.get(Checkpoints).all()).find(
    (one) => one.name === name && one.version === version && one.active,
  );
  if (!build) throw new Error(`${name} has no tables.`);
  await pool.query('create schema bench_copy');
  try {
    for (const table of Object.keys(tables)) {
      const source = `"${schemaOf(build)}"."${table}"`;
      await pool.query(`create table bench_copy."${table}" (like ${source} including all)`);
      await pool.query(`insert into bench_copy."${table}" select * from ${source}`);
    }
  } finally {
    await pool.query('drop schema bench_copy cascade');
  }
}
