import { cpus } from 'node:os';
import type { EventLog } from '../test/chaos/chaos-setup.ts';
import { CLIENT } from './event-store-server.ts';
import { bareCalls } from './bare-calls.ts';
import type { Report } from './report.ts';
import { withInstallation, type Installation } from './workers/installation.ts';
import { runStep, type Step } from './workers/step.ts';

const OWNERS = 20;
const SIZES = { postsEach: 6, callMilliseconds: 50 } as const;
const WORKERS = [1, 2, 4] as const;
/** Milliseconds after which the run begins no new step. Each of the six steps takes at most a minute on an idle machine. */
const LAST_BEGIN_MS = 330_000;
/** Milliseconds after which a running step fails. */
const END_MS = 400_000;
const LOGS: Readonly<Record<EventLog, string>> = { postgres: 'Postgres log', eventstoredb: CLIENT };
const COLUMNS = [
  ...['workers', 'targets/s', 'late p50', 'late p99', 'commits', 'appends', 'worker', 'Postgres'],
  ...['event log', 'projector', 'web', 'platforms', 'connections', 'used up'],
];

/**
 * 1, 2 and 4 worker processes publish targets that are due at the same moment. The platforms respond after 50 ms. Web,
 * projector, platforms, database and log are separate processes on the same machine.
 * @throws Error when a target did not arrive exactly once
 */
export async function benchWorkers(report: Report): Promise<void> {
  const startedAt = performance.now();
  for (const [log, name] of Object.entries(LOGS) as [EventLog, string][]) {
    const o = { owners: OWNERS, callMilliseconds: SIZES.callMilliseconds };
    await withInstallation(log, o, async (installation) => {
      const bare = await bareRate(installation);
      const steps: Step[] = [];
      try {
        for (const workers of WORKERS) {
          if (performance.now() - startedAt > LAST_BEGIN_MS) {
            report.say(
              `  ${name}, ${String(workers)} workers: left out, this machine is too slow at the moment`,
            );
            continue;
          }
          const step = await runStep(installation, workers, { ...SIZES, endBy: startedAt + END_MS });
          steps.push(step);
          addFigures(report, name, step, steps[0] === step ? null : (steps[0] ?? null), bare);
        }
      } finally {
        if (steps.length > 0) printTable(report, name, steps);
      }
    });
  }
}

const CALLERS = 192;

/** Measures bare calls: as many in parallel as one worker may make, over the same network connection. */
async function bareRate({ sandboxUrl, crowd }: Installation): Promise<number> {
  const calls = crowd.targets * SIZES.postsEach;
  return (calls * 1000) / (await bareCalls(sandboxUrl, { calls, callers: CALLERS })).last;
}

function addFigures(report: Report, log: string, step: Step, oneWorker: Step | null, bare: number): void {
  const { workers, targets, perSecond, lateness } = step;
  const crowd = `${String(targets)} targets at once, ${log}, ${String(workers)} worker${workers > 1 ? 's' : ''}`;
  report.add({
    name: crowd,
    value: perSecond,
    unit: 'targets/s',
    target: null,
    baseline: oneWorker
      ? { name: 'one worker', value: oneWorker.perSecond }
      : { name: `as many bare calls, ${String(CALLERS)} at a time`, value: bare },
  });
  report.add({
    name: 'the same, due to call, p99',
    value: lateness.p99,
    unit: 'ms',
    target: null,
    baseline: oneWorker ? { name: 'one worker', value: oneWorker.lateness.p99 } : null,
  });
}

/** Prints a table of all steps. Its milliseconds are those of a core, for each target. */
function printTable(report: Report, log: string, steps: readonly Step[]): void {
  report.say(`\n${log}; worker to platforms: milliseconds of a core for each target`);
  row(report, COLUMNS);
  row(
    report,
    COLUMNS.map(() => '---:'),
  );
  for (const {
    workers,
    perSecond,
    lateness,
    commits,
    appends,
    processor,
    connections,
    bottleneck,
  } of steps) {
    const { worker, Postgres, projector, web, platforms } = processor;
    const used = [worker, Postgres, processor['event log'], projector, web, platforms];
    row(report, [
      ...[
        String(workers),
        perSecond.toFixed(0),
        `${lateness.p50.toFixed(0)} ms`,
        `${lateness.p99.toFixed(0)} ms`,
      ],
      ...[commits.toFixed(1), appends.toFixed(1), ...used.map((value) => value.toFixed(2))],
      ...[String(connections), bottleneck],
    ]);
  }
  report.say('\nCalculated from these figures, not measured, for separate machines:');
  row(report, [
    'workers',
    'one core of workers',
    `one Postgres of ${String(cpus().length)} cores`,
    'cores of workers for one Postgres',
  ]);
  row(report, ['---:', '---:', '---:', '---:']);
  for (const { workers, processor } of steps) {
    const core = 1000 / processor.worker;
    const database = (1000 * cpus().length) / processor.Postgres;
    row(report, [
      String(workers),
      `${core.toFixed(0)} targets/s`,
      `${database.toFixed(0)} targets/s`,
      (database / core).toFixed(1),
    ]);
  }
}

function row(report: Report, cells: readonly string[]): void {
  report.say(`| ${cells.join(' | ')} |`);
}
