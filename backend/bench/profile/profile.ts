import { setTimeout as pause } from 'node:timers/promises';
import { freePorts } from '@posthorn/event-store/testing/free-ports';
import { OneLineError } from '#infrastructure/config/one-line-error.ts';
import { workingTree } from '../compare/builds.ts';
import { withMeasuredProduct } from '../compare/measured-product.ts';
import { CountingServer } from '../compare/counting-server.ts';
import { RunningProduct } from '../compare/running-product.ts';
import { ScheduledPosts } from '../compare/scheduled-posts.ts';
import { atRate } from '../at-rate.ts';
import { withDataDir } from '../bench-context.ts';
import { HttpCalls } from '../http-calls.ts';
import { fold, type Folded, type Shares } from './fold.ts';
import { SourceFiles } from './source-files.ts';
import { V8Profiler, type Profile } from './v8-profile.ts';

const TARGETS = 1000;
const SCHEDULED_WITHIN_MS = 60_000;
const PROFILED_BEFORE_MS = 500;
const LISTED_POSTS = 30;
const LATER = Date.parse('2035-01-01T09:00:00Z');
const READS_PER_SECOND = 100;
const WARM_UP_SECONDS = 3;
const READ_SECONDS = 10;
const LONGEST_TABLE = 30;

/** The profile of `of` targets, starts or requests. `unit` names them. */
type Profiled = Readonly<{ profile: Profile; of: number; unit: string }>;

const PROFILES: Readonly<Record<string, (dataDir: string) => Promise<Profiled>>> = {
  publishing,
  start,
  reads,
};

/**
 * `npm run bench -- profile publishing|start|reads`: shows where the product's processor time goes.
 * @throws OneLineError when there is no such profile
 */
export async function profile(name: string | undefined, say: (line: string) => void): Promise<void> {
  const run = Object.entries(PROFILES).find(([known]) => known === name)?.[1];
  if (!run) throw new OneLineError(`npm run bench -- profile ${Object.keys(PROFILES).join('|')}`);
  const { profile: recorded, of, unit } = await withDataDir(run);
  const sources = new SourceFiles(workingTree().folder);
  const folded = fold(recorded, (frame) => sources.pathOf(frame));
  for (const line of linesOf(folded, of, unit)) say(line);
}

/** Profiles the publishing of a thousand posts of one user, with one target each, that are due in one second. */
async function publishing(dataDir: string): Promise<Profiled> {
  const recorded = await withDebuggedProduct(dataDir, async (posts, connect) => {
    const first = Date.now() + SCHEDULED_WITHIN_MS;
    await posts.schedule('Crowd', TARGETS, (index) => first + (index * 1000) / TARGETS);
    const profiler = await connect();
    await pause(Math.max(0, first - PROFILED_BEFORE_MS - Date.now()));
    await profiler.start();
    await posts.arrived('Crowd', TARGETS);
    return profiler.stop();
  });
  return { profile: recorded, of: TARGETS, unit: 'target' };
}

/** Profiles requests for a list of posts at a fixed rate, after a warm-up. */
async function reads(dataDir: string): Promise<Profiled> {
  const recorded = await withDebuggedProduct(dataDir, async (posts, connect, url) => {
    await posts.schedule('Later', LISTED_POSTS, (index) => LATER + index * 60_000);
    const calls = new HttpCalls(url, posts.cookie);
    try {
      const list = () => calls.get('/api/posts');
      await atRate(READS_PER_SECOND, WARM_UP_SECONDS, list);
      const profiler = await connect();
      await profiler.start();
      await atRate(READS_PER_SECOND, READ_SECONDS, list);
      return await profiler.stop();
    } finally {
      calls.close();
    }
  });
  return { profile: recorded, of: READS_PER_SECOND * READ_SECONDS, unit: 'request' };
}

/** Runs `record` with a product that has a debugging port. `connect` opens its profiler. */
async function withDebuggedProduct(
  dataDir: string,
  record: (posts: ScheduledPosts, connect: () => Promise<V8Profiler>, url: string) => Promise<Profile>,
): Promise<Profile> {
  const [port = 0] = await freePorts(1);
  const server = await CountingServer.open(dataDir);
  try {
    return await withMeasuredProduct(
      workingTree(),
      server,
      dataDir,
      async ({ product }) =>
        record(await ScheduledPosts.load(product), () => V8Profiler.connect(port), product.url),
      { NODE_OPTIONS: `--inspect=127.0.0.1:${String(port)}` },
    );
  } finally {
    await server.close();
  }
}

/** Profiles a warm start until the first ready response. */
async function start(dataDir: string): Promise<Profiled> {
  const [port = 0] = await freePorts(1);
  // A warm start finds the database and the compile cache of earlier starts.
  for (let turn = 0; turn < 2; turn += 1) await (await RunningProduct.start(workingTree(), dataDir)).stop();
  const starting = RunningProduct.start(workingTree(), dataDir, {
    NODE_OPTIONS: `--inspect-wait=127.0.0.1:${String(port)}`,
  });
  const profiler = await V8Profiler.connect(port);
  await profiler.start();
  const product = await starting;
  try {
    return { profile: await profiler.stop(), of: 1, unit: 'start' };
  } finally {
    await product.stop();
  }
}

function* linesOf({ busyMs, parts, code }: Folded, of: number, unit: string): Generator<string> {
  yield `\nThe JavaScript of a ${unit} took ${(busyMs / of).toFixed(2)} ms of the processor.`;
  yield* table(`for whom (nearest caller in a module)`, parts, busyMs, of, unit);
  yield* table('doing what (code that ran)', code, busyMs, of, unit);
}

function* table(title: string, shares: Shares, busyMs: number, of: number, unit: string): Generator<string> {
  const shown = shares.slice(0, LONGEST_TABLE);
  const rest = shares.slice(LONGEST_TABLE).reduce((sum, [, milliseconds]) => sum + milliseconds, 0);
  yield `\n| ${title} | ms of a ${unit} | share |`;
  yield '|---|---:|---:|';
  for (const [name, milliseconds] of [...shown, ['all others', rest] as const])
    yield `| ${name} | ${(milliseconds / of).toFixed(3)} | ${((100 * milliseconds) / busyMs).toFixed(1)} % |`;
}
