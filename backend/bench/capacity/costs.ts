/** A figure of the model: measured by a run that anybody can repeat, documented by somebody else, or assumed by us. */
export type Figure = Readonly<{
  value: number;
  unit: string;
  known: 'measured' | 'documented' | 'assumed';
  source: string;
}>;

const BENCHMARKS = 'docs/benchmarks.md, 2026-11-23, 2 cores';
const WORKERS = 'npm run bench -- workers, 2026-11-23, 2 cores: one worker, the Postgres log';
const measured = (value: number, unit: string, source: string): Figure => ({
  value,
  unit,
  known: 'measured',
  source,
});
const assumed = (value: number, unit: string, source: string): Figure => ({
  value,
  unit,
  known: 'assumed',
  source,
});

/** What one machine of two cores does, with its database and everything else on it. */
export const MACHINE = {
  /** One worker process with the real connectors; log, database, projector, web and platforms are on the same two cores. */
  targetsPerSecond: measured(183, 'targets/s', WORKERS),
  /** The rate at which answers were measured, and met their target; no limit was looked for. */
  readsPerSecond: measured(200, 'requests/s', `${BENCHMARKS}: API reads at 200 requests/s`),
  /** One read model, one process. */
  rebuildEventsPerSecond: measured(
    30_367,
    'events/s',
    `${BENCHMARKS}: rebuild of the post list, Postgres log`,
  ),
} as const;

/** What one target of a post costs in the database. */
export const TARGET = {
  /** Commits of the database, those of read models and of what idle processes ask included. */
  transactions: measured(6.3, 'transactions/target', WORKERS),
  /** Rows with their two indexes, words encrypted. */
  bytesPerEvent: measured(1381, 'bytes/event', 'npm run bench -- costs, 2026-11-23: 350 events of 25 posts'),
} as const;

/** How fast a log takes appends on its own, of one event each. */
export const LOG = {
  postgres: measured(
    12_648,
    'appends/s',
    'trial of the design on 2 shared cores, PostgreSQL 15, 32 callers; npm run bench -- append tells it of a machine',
  ),
  eventStoreDb: measured(2078, 'appends/s', 'one EventStoreDB server on 2 cores, 16 callers'),
} as const;

/** PostgreSQL's own default, of which ten are left for people and commands. */
export const CONNECTIONS = {
  server: { value: 90, unit: 'connections', known: 'documented', source: 'docs/how-to/operate.md' },
  process: { value: 12, unit: 'connections', known: 'documented', source: 'DB_POOL, README.md' },
} as const satisfies Record<string, Figure>;

export const ANSWER_MS = assumed(50, 'ms', 'platforms in benchmarks and in the simulated hour answer so');

export const HABITS = {
  postsADay: assumed(3, 'posts/creator and day', 'what the model is asked for'),
  accounts: assumed(4, 'targets/post', 'what the model is asked for; on platforms in equal parts'),
  atFullHour: assumed(0.3, 'of posts', 'what the model is asked for'),
  busiestHour: assumed(0.1, 'of a day', 'creators on all continents; 0.042 would be an even day'),
  /** The crowd of a full hour is to be out within this. */
  patience: assumed(60, 's', 'a minute late is where the product tells people of a postponement'),
  readsADay: assumed(100, 'requests/creator and day', 'a few visits with some screens each'),
} as const;
