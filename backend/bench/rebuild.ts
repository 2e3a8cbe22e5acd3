import { EventStore } from '@posthorn/event-sourcing/event-store';
import { ProjectionRebuild } from '#infrastructure/readers/projection-rebuild.ts';
import { timed } from './at-rate.ts';
import type { BenchContext } from './bench-context.ts';
import type { Report } from './report.ts';

/**
 * `events`: the number of events in the log that the read model reads. `checksum`: SQL for a checksum of all visible data, independent of
 * the order of rows.
 */
export type ReadModel = Readonly<{
  name: string;
  shown: string;
  events: number;
  checksum: string;
  target: Readonly<{ atLeast: number }>;
}>;

/** Measures how fast a read model is rebuilt, and checks that the rebuild gives the same rows. */
export async function rebuild(
  { app, pool }: BenchContext,
  { name, shown, events, checksum, target }: ReadModel,
  report: Report,
): Promise<void> {
  const store = app.get(EventStore);
  // The database may return the parts of a union in any order.
  const sums = async () => (await pool.query<{ sum: string }>(checksum)).rows.map(({ sum }) => sum).sort();
  const before = await sums();
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
  if ((await sums()).join() !== before.join())
    throw new Error(`What was made anew of ${shown} is different.`);
}
