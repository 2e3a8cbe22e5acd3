import { setTimeout as pause } from 'node:timers/promises';
import { openChaosSetup, type ChaosSetup, type EventLog, type SetupOptions } from './chaos-setup.ts';
import { longPlan, shortPlan, type KillPoints } from './kill-plan.ts';
import { Killer, type Kills } from './killer.ts';
import { LogTrouble } from './log-trouble.ts';
import { ProductProcess } from './product-process.ts';

/** The settings of a run. */
export type RunOptions = Readonly<{
  log: EventLog;
  /** The number of kills of a long run. Default: a short run, which kills once at each point. */
  kills?: number;
  seed?: number;
  /** Called when the last worker has been killed, because from then on the machine has little to do. */
  onQuiet?: () => void;
}>;

/** What a run does while workers are killed. */
export type Work = Readonly<{
  /** Runs before the first kill. */
  begin: () => Promise<void>;
  /** Runs until the last worker has been killed. */
  write: (isOver: () => boolean) => Promise<void>;
}>;

/** The results that every run reports. */
export type RunReport = Readonly<{
  log: EventLog;
  /** The faults of the log during the run; null without faults. */
  trouble: LogTrouble['counts'] | null;
  kills: Kills;
  killed: number;
  seconds: number;
  settledIn: number;
}>;

const WORKERS = 3;
const START_TRIES = 3;
/** The limits of the parts of a run, in seconds. They are long, because a run must not fail on a busy machine. */
const BEGIN_SECONDS = 300;
const SECONDS_FOR_A_KILL = 60;
const SECONDS_FOR_ALL_KILLS = 180;
const COUNT_SECONDS = 1_000;

/**
 * Does some work while workers are killed with SIGKILL, at named points and at any time.
 * Then it lets healthy workers finish, and counts the outcome.
 */
export async function underKills<W extends Work, Counted extends object>(
  o: RunOptions & Readonly<{ points: KillPoints; premium: readonly string[]; setup?: SetupOptions }>,
  workOf: (setup: ChaosSetup, random: () => number) => W,
  count: (work: W, setup: ChaosSetup) => Promise<Counted>,
): Promise<Counted & RunReport> {
  const startedAt = performance.now();
  const setup = await openChaosSetup(o.log, o.setup);
  const healthy: ProductProcess[] = [];
  const startProcess = (roles: string, extra: Readonly<Record<string, string>> = {}) =>
    startAgain(setup.env({ ROLES: roles, ...extra }), healthy);
  try {
    const web = await startProcess('web', { COMPLIMENTARY_PREMIUM: o.premium.join(',') });
    const random = randomFrom(o.seed ?? Date.now());
    const work = workOf(setup, random);
    // This process ends by itself, so that V8's compiled code is on disk for the processes that are killed.
    const first = await startProcess('worker,projector');
    await inTime('The run did not begin', BEGIN_SECONDS, work.begin(), () => outputOf({ web, first }));
    await first.stop();
    const plan = o.kills === undefined ? shortPlan(o.log, o.points) : longPlan(o.kills, o.points);
    const killer = new Killer(setup, plan, random);
    const trouble = setup.cluster && new LogTrouble(setup.cluster, random);
    const isOver = () => killer.isDone;
    // Pages that are still being started need the read models of a healthy worker.
    const [last] = await inTime(
      'The kills did not end',
      SECONDS_FOR_ALL_KILLS + SECONDS_FOR_A_KILL * plan.kills.length,
      Promise.all([
        killer.run(WORKERS).then(() => startProcess('worker,projector')),
        work.write(isOver),
        trouble?.run(isOver),
      ]),
      () => `${JSON.stringify(killer.kills)}; ${outputOf({ web, killed: { said: killer.lastOutput } })}`,
    );
    const quietSince = performance.now();
    o.onQuiet?.();
    const counts = await inTime('The count did not end', COUNT_SECONDS, count(work, setup), () =>
      outputOf({ web, last }),
    );
    return {
      ...counts,
      log: o.log,
      trouble: trouble?.counts ?? null,
      kills: killer.kills,
      killed: killer.count,
      seconds: Math.round((performance.now() - startedAt) / 1000),
      settledIn: Math.round((performance.now() - quietSince) / 1000),
    };
  } finally {
    for (const process of healthy) process.signal('SIGKILL');
    await Promise.all(healthy.map((process) => process.ended()));
    await setup.close();
  }
}

/**
 * Starts a process again if it ends before it is ready, as a supervisor does. The cluster of doubles runs in this process, and may be too busy to
 * answer a start in time.
 * @throws Error with the output of the last start
 */
async function startAgain(
  env: Readonly<Record<string, string>>,
  healthy: ProductProcess[],
): Promise<ProductProcess> {
  for (let tries = 1; ; tries += 1) {
    const process = new ProductProcess(env);
    healthy.push(process);
    if (await process.ready()) return process;
    if (tries === START_TRIES) throw new Error(`The product did not start:\n${process.said}`);
  }
}

/** @throws Error with the processes' output, when a part of the run fails or lasts longer than `seconds` */
async function inTime<Result>(
  fault: string,
  seconds: number,
  running: Promise<Result>,
  output: () => string,
): Promise<Result> {
  const ended = new AbortController();
  const timeout = pause(seconds * 1000, undefined, { signal: ended.signal }).then(() => {
    throw new Error(`It lasts longer than ${String(seconds)} s`);
  });
  try {
    return await Promise.race([running, timeout]);
  } catch (error) {
    throw new Error(`${fault}. ${output()}`, { cause: error });
  } finally {
    ended.abort();
  }
}

const outputOf = (processes: Readonly<Record<string, { readonly said: string }>>): string =>
  Object.entries(processes)
    .map(([name, { said }]) => `Output of ${name}:\n${said}`)
    .join('\n');

/** Makes one run on each log. The second run begins when the first run has killed its last worker and only waits. */
export async function onBothLogs(run: (log: EventLog, onQuiet?: () => void) => Promise<void>): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const first = run('postgres', () => {
      Promise.all([first, run('eventstoredb')]).then(() => {
        resolve();
      }, reject);
    });
    first.catch(reject);
  });
}

/** Gives the same numbers for the same seed (mulberry32), so that a run can be repeated approximately. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
