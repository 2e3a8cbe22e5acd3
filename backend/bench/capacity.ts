import type { Report } from './report.ts';
import { CONNECTIONS, HABITS, LOG, MACHINE, TARGET } from './capacity/costs.ts';
import { demandOf, loadOnOneServer, type Demand } from './capacity/model.ts';
import { roomFor } from './capacity/platform-budgets.ts';

const SIZES = [10_000, 100_000, 1_000_000];

type Line = readonly [name: string, value: (demand: Demand) => string];

const LINES: readonly Line[] = [
  ['targets a day', ({ targetsADay }) => whole(targetsADay)],
  ['due at one instant', ({ crowd }) => whole(crowd)],
  ['peak targets/s', ({ targetsPerSecond }) => whole(targetsPerSecond)],
  ['peak appends/s', ({ appendsPerSecond }) => whole(appendsPerSecond)],
  ['peak transactions/s of publishing', ({ transactionsPerSecond }) => whole(transactionsPerSecond)],
  ['peak reads/s', ({ readsPerSecond }) => whole(readsPerSecond)],
  ['events a day', ({ eventsADay }) => whole(eventsADay)],
  ['log, GB a day', ({ bytesADay }) => (bytesADay / 1e9).toFixed(1)],
  ['log, TB a year', ({ bytesADay }) => ((bytesADay * 365) / 1e12).toFixed(1)],
  ['rebuild of one read model from a year, hours', ({ rebuildHours }) => rebuildHours.toFixed(1)],
  ['machines of 2 cores that publish', ({ machines }) => whole(Math.ceil(machines.publishing))],
  ['machines of 2 cores that serve reads', ({ machines }) => whole(Math.ceil(machines.reading))],
  ['connections to PostgreSQL', ({ connections }) => whole(connections)],
  ['of one Postgres log', (demand) => percent(loadOnOneServer(demand).postgresLog)],
  ['of one EventStoreDB', (demand) => percent(loadOnOneServer(demand).eventStoreDb)],
  ['of `max_connections = 100`', (demand) => percent(loadOnOneServer(demand).connections)],
];

/** What 10,000, 100,000 and 1,000,000 creators would ask for, reckoned from measured costs. Nothing is run. */
export function benchCapacity(report: Report): Promise<void> {
  const heads = SIZES.map((size) => `${whole(size)} creators`);
  report.say(`| | ${heads.join(' | ')} |`);
  report.say(`| --- |${' ---: |'.repeat(SIZES.length)}`);
  const demands = SIZES.map(demandOf);
  for (const [name, value] of LINES) report.say(`| ${[name, ...demands.map(value)].join(' | ')} |`);
  report.say('');
  report.say(`| limit that all creators share | a day | ${heads.join(' | ')} | enough for |`);
  report.say(`| --- | ---: |${' ---: |'.repeat(SIZES.length + 1)}`);
  const rooms = SIZES.map(roomFor);
  for (const [index, { platform, what, aDay, creators }] of (rooms[0] ?? []).entries()) {
    const shares = rooms.map((room) => percent(room[index]?.share ?? NaN));
    report.say(`| ${[`${platform}, ${what}`, whole(aDay), ...shares, whole(creators)].join(' | ')} |`);
  }
  report.say('');
  for (const [name, { value, unit, known, source }] of Object.entries({
    ...MACHINE,
    ...TARGET,
    ...LOG,
    ...CONNECTIONS,
    ...HABITS,
  }))
    report.say(`  ${name}: ${value.toLocaleString('en')} ${unit}, ${known} (${source})`);
  return Promise.resolve();
}

const whole = (value: number): string => value.toLocaleString('en', { maximumFractionDigits: 0 });
const percent = (share: number): string =>
  `${(share * 100).toLocaleString('en', { maximumFractionDigits: share < 0.1 ? 1 : 0 })} %`;
