import { setTimeout as pause } from 'node:timers/promises';
import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { Creator } from '../creator.ts';
import { eventually } from '../eventually.ts';
import { SandboxControl } from '../sandbox-control.ts';
import { openChaosSetup } from './chaos-setup.ts';
import { LogTrouble, type Absence } from './log-trouble.ts';
import { ProductProcess } from './product-process.ts';

const CREATOR = 'punctual@example.com';
const ACCOUNTS = 3;
/** All posts are written before the trouble begins; the first post is due after the last post was written. */
const AHEAD_MILLISECONDS = 60_000;
const EVERY_MILLISECONDS = 500;
const SETTLE_SECONDS = 180;
const markOf = (post: number): string => `Punctual ${String(post)}.`;

export type LatenessReport = Readonly<{
  targets: number;
  /** Targets that never arrived, or arrived more than once. */
  missing: number;
  doubled: number;
  /** In seconds, over all targets: the longest uninterrupted availability of the log while the target was due and had not arrived. */
  afterLog: Readonly<{ p50: number; p99: number; worst: number }>;
  /** In seconds, from the due time to the arrival, whether or not the log was available. */
  afterDue: Readonly<{ p50: number; p99: number; worst: number }>;
  trouble: LogTrouble['counts'];
}>;

type Due = Readonly<{ scheduledFor: number; arrivedAt: number }>;

/**
 * Measures how late posts are published on a troubled log, with the times of production and without kills.
 * Two processes publish `posts` posts on six accounts each, while the cluster freezes and elects and loses leaders.
 */
export async function measureLateness(o: { posts: number; random: () => number }): Promise<LatenessReport> {
  const setup = await openChaosSetup('eventstoredb', { fast: false });
  if (!setup.cluster) throw new Error('Only a cluster of doubles can be troubled');
  const processes = [
    new ProductProcess(setup.env({ COMPLIMENTARY_PREMIUM: CREATOR, SANDBOX: 'on' })),
    new ProductProcess(setup.env({ ROLES: 'worker' })),
  ];
  const said = () => processes.map((each) => each.said);
  try {
    for (const each of processes) {
      if (!(await each.ready())) throw new Error(`The product did not start:\n${each.said}`);
    }
    const creator = await Creator.signedIn(setup, CREATOR);
    const accounts: AccountView[] = [];
    for (let count = 0; count < ACCOUNTS; count += 1) {
      accounts.push(await creator.connectBluesky(), await creator.connectMastodon());
    }
    const firstDue = Date.now() + AHEAD_MILLISECONDS;
    const dueTimes = Array.from({ length: o.posts }, (_, post) => firstDue + post * EVERY_MILLISECONDS);
    for (const [post, time] of dueTimes.entries()) {
      const scheduledFor = new Date(time).toISOString();
      const { status, text } = await creator.schedule(accounts, markOf(post), { scheduledFor });
      if (status >= 300)
        throw new Error([`The response to a post was ${String(status)}: ${text}`, ...said()].join('\n'));
    }
    if (Date.now() > firstDue) throw new Error('The posts were not written before the first was due');
    await pause(firstDue - Date.now());
    const trouble = new LogTrouble(setup.cluster, o.random);
    const lastDue = dueTimes.at(-1) ?? firstDue;
    await trouble.run(() => Date.now() > lastDue);
    const arrivals = await arrivalTimes(new SandboxControl(setup.sandboxUrl), o.posts, accounts.length);
    const targets = dueTimes.flatMap((scheduledFor, post) =>
      (arrivals.get(post) ?? []).map((arrivedAt): Due => ({ scheduledFor, arrivedAt })),
    );
    return {
      targets: o.posts * accounts.length,
      missing: sumOver(o.posts, (post) => Math.max(0, accounts.length - (arrivals.get(post) ?? []).length)),
      doubled: sumOver(o.posts, (post) => Math.max(0, (arrivals.get(post) ?? []).length - accounts.length)),
      afterLog: spread(targets.map((target) => longestWithLog(target, trouble.absences))),
      afterDue: spread(targets.map(({ scheduledFor, arrivedAt }) => arrivedAt - scheduledFor)),
      trouble: trouble.counts,
    };
  } finally {
    for (const each of processes) each.signal('SIGKILL');
    await Promise.all(processes.map((each) => each.ended()));
    await setup.close();
  }
}

/**
 * The longest time in milliseconds during which the log was available without a break while a target was due and had not arrived.
 * An election is a break of zero length: writers have to find the new leader.
 */
export function longestWithLog({ scheduledFor, arrivedAt }: Due, absences: readonly Absence[]): number {
  let from = scheduledFor;
  let longest = 0;
  for (const absence of absences) {
    if (absence.to <= from) continue;
    if (absence.from >= arrivedAt) break;
    longest = Math.max(longest, absence.from - from);
    from = absence.to;
  }
  return Math.max(longest, arrivedAt - from, 0);
}

/** When each post was received on its platforms. */
async function arrivalTimes(
  sandbox: SandboxControl,
  posts: number,
  copies: number,
): Promise<ReadonlyMap<number, readonly number[]>> {
  const read = async () => {
    const times = new Map<number, number[]>();
    for (const { text, receivedAt } of await sandbox.posts()) {
      const post = Number(/^Punctual (\d+)\./u.exec(text)?.[1]);
      times.set(post, [...(times.get(post) ?? []), Date.parse(receivedAt)]);
    }
    return times;
  };
  const expectAllArrivals = async () => {
    const times = await read();
    const count = [...times.values()].reduce((sum, { length }) => sum + length, 0);
    if (count < posts * copies) throw new Error(`${String(count)} of ${String(posts * copies)} have arrived`);
  };
  await eventually(expectAllArrivals, SETTLE_SECONDS).catch(() => undefined);
  return read();
}

const sumOver = (count: number, of: (index: number) => number): number =>
  Array.from({ length: count }, (_, index) => of(index)).reduce((sum, each) => sum + each, 0);

function spread(milliseconds: readonly number[]): LatenessReport['afterLog'] {
  const sorted = milliseconds.toSorted((one, other) => one - other);
  const percentile = (share: number) =>
    Math.round(sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN) / 1000;
  return { p50: percentile(0.5), p99: percentile(0.99), worst: percentile(1) };
}
