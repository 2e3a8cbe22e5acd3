import { EventStore } from '@posthorn/event-sourcing/event-store';
import { ProjectionRebuild } from '#infrastructure/projections/projection-rebuild.ts';
import { timed } from '../at-rate.ts';
import type { Inside } from '../inside.ts';
import type { Report } from '../report.ts';

const TARGET = { atLeast: 5_000 } as const;
/** All that the list tells; its own word for the order of rows is none. */
const CHECKSUM = `select md5(string_agg(md5(c::text), '' order by comment_id)) as sum from read_v4.inbox_comment c
  union all select md5(string_agg(md5(g::text), '' order by group_key)) from read_v4.inbox_group g`;

/** How fast the list of comments is made anew, each with a key of its own, and whether it is the same then. */
export async function rebuild({ app, pool }: Inside, events: number, report: Report): Promise<void> {
  const store = app.get(EventStore);
  const sums = async () => (await pool.query<{ sum: string }>(CHECKSUM)).rows.map(({ sum }) => sum);
  const before = await sums();
  const reading = await timed(async () => {
    for await (const event of store.readAll({})) if (event.revision < 0n) throw new Error('No such revision');
  });
  const { seconds, processorSeconds } = await timed(() => app.get(ProjectionRebuild).run('inbox.comments'));
  report.add({
    name: 'rebuild of the list of comments',
    value: events / seconds,
    unit: 'events/s',
    baseline: { name: 'reading the log alone', value: events / reading.seconds },
    target: TARGET,
  });
  report.say(`    own processor time: ${((processorSeconds / events) * 1e6).toFixed(1)} µs an event`);
  if ((await sums()).join() !== before.join()) throw new Error('The rebuilt list is another one.');
}
