import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Report } from './report.ts';
import { ANSWER_MS, MACHINE } from './capacity/costs.ts';
import { LOAD, targetsIn } from './capacity/load.ts';
import { GREEDY } from './simulated-hour/crowd.ts';
import { isShared } from './simulated-hour/declared-budgets.ts';
import { latenessOf, simulateHour, type HourOptions } from './simulated-hour/hour.ts';
import type { Target } from './simulated-hour/target.ts';

const OWNERS = 100_000;
const WORKERS = 4;
const GREEDY_POSTS = 10_000;

type Case = Readonly<{ name: string; changes: Partial<HourOptions> }>;

const CASES: readonly Case[] = [
  { name: 'all is well', changes: {} },
  ...(['facebook', 'twitter'] as const).map((platform) => ({
    name: `one owner with ${GREEDY_POSTS.toLocaleString('en')} posts for ${platform}`,
    changes: { greedy: { platform, posts: GREEDY_POSTS } },
  })),
  { name: 'facebook lets every call hang', changes: { dead: 'facebook' } },
];

type Group = Readonly<{ name: string; holds: (target: Target) => boolean }>;

const othersOn = (platform: Platform) => (target: Target) =>
  target.ownerId !== GREEDY && target.platform === platform;
const GROUPS: readonly Group[] = [
  {
    name: 'platforms without a shared budget, but facebook',
    holds: ({ ownerId, platform }) => ownerId !== GREEDY && !isShared(platform) && platform !== 'facebook',
  },
  { name: 'facebook', holds: othersOn('facebook') },
  { name: 'twitter', holds: othersOn('twitter') },
  { name: 'youtube', holds: othersOn('youtube') },
  { name: 'the one owner', holds: ({ ownerId }) => ownerId === GREEDY },
];

/** The busiest hour of 100,000 owners on a simulated clock: how late first calls are, and what one owner or a dead platform changes. */
export async function benchHour(report: Report): Promise<void> {
  report.say(
    `  ${OWNERS.toLocaleString('en')} owners, ${String(WORKERS)} workers; decisions are the product's, time is simulated`,
  );
  report.say('| hour | targets on | targets | not called | p50 | p99 | worst owner |');
  report.say('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  const { posts } = targetsIn(OWNERS).busiestHour;
  for (const { name, changes } of CASES) {
    const targets = await simulateHour({
      ...{ owners: OWNERS, posts, accounts: LOAD.accounts.value, atFullHour: LOAD.atFullHour.value },
      ...{ workers: WORKERS, workMs: 1000 / MACHINE.targetsPerSecond.value, answerMs: ANSWER_MS.value },
      seed: 7,
      ...changes,
    });
    for (const group of GROUPS) {
      const mine = targets.filter(group.holds);
      if (mine.length > 0) report.say(`| ${[name, group.name, ...cells(mine)].join(' | ')} |`);
    }
  }
}

function cells(targets: readonly Target[]): string[] {
  const { targets: all, waiting, p50, p99, worstOwner } = latenessOf(targets);
  return [all.toLocaleString('en'), waiting.toLocaleString('en'), ...[p50, p99, worstOwner].map(duration)];
}

function duration(millis: number): string {
  if (Number.isNaN(millis)) return '–';
  if (millis < 1000) return `${millis.toFixed(0)} ms`;
  return millis < 120_000 ? `${(millis / 1000).toFixed(1)} s` : `${(millis / 60_000).toFixed(0)} min`;
}
