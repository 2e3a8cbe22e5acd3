import type { Platform } from '@posthorn/contracts/shared/platform';
import type { Report } from './report.ts';
import { ANSWER_MS, MACHINE } from './capacity/costs.ts';
import { LOAD, targetsIn } from './capacity/load.ts';
import { GREEDY, PUBLISHING } from './simulated-hour/crowd.ts';
import { isShared } from './simulated-hour/declared-budgets.ts';
import { latenessOf, simulateHour, type HourOptions } from './simulated-hour/hour.ts';
import type { Target } from './simulated-hour/target.ts';

const OWNERS = 100_000;
const WORKERS = 4;
const GREEDY_POSTS = 10_000;

type Group = Readonly<{ name: string; holds: (target: Target) => boolean }>;
type Case = Readonly<{ name: string; changes: Partial<HourOptions>; groups: readonly Group[] }>;

const othersOn = (platform: Platform): Group => ({
  name: platform,
  holds: (target) => target.ownerId !== GREEDY && target.platform === platform,
});
/** Platforms that no two creators share a budget of; Facebook, which is one, is the one that is played with. */
const elsewhere: Group = {
  name: `${String(PUBLISHING.filter(isElsewhere).length)} platforms without a shared budget`,
  holds: ({ ownerId, platform }) => ownerId !== GREEDY && isElsewhere(platform),
};
const theOwner: Group = { name: 'the one owner', holds: ({ ownerId }) => ownerId === GREEDY };

const CASES: readonly Case[] = [
  {
    name: 'all is well',
    changes: {},
    groups: [elsewhere, othersOn('facebook'), ...PUBLISHING.filter(isShared).map(othersOn)],
  },
  ...(['facebook', 'twitter'] as const).map((platform) => ({
    name: `one owner with ${GREEDY_POSTS.toLocaleString('en')} posts for ${platform}`,
    changes: { greedy: { platform, posts: GREEDY_POSTS } },
    groups: [elsewhere, othersOn(platform), theOwner],
  })),
  {
    name: 'facebook lets every call hang',
    changes: { dead: 'facebook' },
    groups: [elsewhere, othersOn('facebook')],
  },
];

/** The busiest hour of 100,000 owners on a simulated clock: how late first calls are, and what one owner or a dead platform changes. */
export async function benchHour(report: Report): Promise<void> {
  report.say(
    `  ${OWNERS.toLocaleString('en')} owners, ${String(WORKERS)} workers; decisions are the product's, time is simulated`,
  );
  report.say('| hour | targets on | targets | not called | p50 | p99 | worst owner |');
  report.say('| --- | --- | ---: | ---: | ---: | ---: | ---: |');
  const { posts } = targetsIn(OWNERS).busiestHour;
  for (const { name, changes, groups } of CASES) {
    const targets = await simulateHour({
      owners: OWNERS,
      posts,
      accounts: LOAD.accounts.value,
      atFullHour: LOAD.atFullHour.value,
      workers: WORKERS,
      workMs: 1000 / MACHINE.targetsPerSecond.value,
      answerMs: ANSWER_MS.value,
      seed: 7,
      ...changes,
    });
    for (const group of groups)
      report.say(`| ${[name, group.name, ...cells(targets.filter(group.holds))].join(' | ')} |`);
  }
}

function isElsewhere(platform: Platform): boolean {
  return !isShared(platform) && platform !== 'facebook';
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
