import { openChaosSetup, type EventLog } from './chaos-setup.ts';
import { Killer, type Kills } from './killer.ts';
import { LogTrouble } from './log-trouble.ts';
import { ProductProcess } from './product-process.ts';
import { tally, type Tally } from './tally.ts';
import { Writer, CREATORS } from './writer.ts';

export type ChaosReport = Tally &
  Readonly<{
    log: EventLog;
    posts: number;
    /** Faults that were set before the platforms, by their kind. */
    faults: Readonly<Record<string, number>>;
    /** Posts that were answered "please try again", and were sent again. */
    refused: number;
    /** What the log did meanwhile; null when nobody troubled it. */
    trouble: LogTrouble['counts'] | null;
    kills: Kills;
    killed: number;
    seconds: number;
    settledIn: number;
  }>;

const WORKERS = 3;

/**
 * Publishes while workers are killed with SIGKILL, `kills` times, at named places and anywhere; then lets healthy
 * workers finish and compares what the product says with what the platforms received.
 */
export async function runChaos(o: {
  log: EventLog;
  kills: number;
  seed?: number;
  /** Told once the last worker has been killed: from then on the machine has little to do. */
  onQuiet?: () => void;
}): Promise<ChaosReport> {
  const began = performance.now();
  const setup = await openChaosSetup(o.log);
  const web = new ProductProcess(setup.env({ ROLES: 'web', COMPLIMENTARY_PREMIUM: CREATORS.join(',') }));
  const healthy: ProductProcess[] = [];
  try {
    if (!(await web.ready())) throw new Error(`The product did not start:\n${web.said}`);
    const random = randomFrom(o.seed ?? Date.now());
    const writer = new Writer(setup, random);
    // Ends of its own accord, so that what V8 compiled is on disk for the many that will not.
    const first = new ProductProcess(setup.env({ ROLES: 'worker,projector' }));
    healthy.push(first);
    if (!(await first.ready())) throw new Error(`The worker did not start:\n${first.said}`);
    await writer.begin().catch((error: unknown) => {
      throw new Error(`The run could not begin. The pages said:\n${web.said}\nthe worker:\n${first.said}`, {
        cause: error,
      });
    });
    await first.stop();
    const killer = new Killer(setup, o.kills, random);
    const trouble = setup.cluster && new LogTrouble(setup.cluster, random);
    const isOver = () => killer.count >= o.kills;
    await Promise.all([killer.run(WORKERS), writer.write(isOver), trouble?.run(isOver)]);
    const quiet = performance.now();
    healthy.push(new ProductProcess(setup.env({ ROLES: 'worker,projector' })));
    o.onQuiet?.();
    await writer.one('film');
    const posts = await writer.settled();
    const report = tally(writer.written, posts, await writer.sandbox.posts());
    return {
      ...report,
      log: o.log,
      posts: writer.written.length,
      faults: writer.faults,
      refused: writer.refused,
      trouble: trouble?.counts ?? null,
      kills: killer.kills,
      killed: killer.count,
      seconds: Math.round((performance.now() - began) / 1000),
      settledIn: Math.round((performance.now() - quiet) / 1000),
    };
  } finally {
    for (const process of [...healthy, web]) process.signal('SIGKILL');
    await Promise.all([...healthy, web].map((process) => process.ended()));
    await setup.close();
  }
}

/** The same numbers for the same seed (mulberry32), so that a run can be repeated about as it was. */
export function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
