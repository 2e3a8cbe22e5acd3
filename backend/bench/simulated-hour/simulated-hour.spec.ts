import { beforeAll, describe, expect, it } from '@jest/globals';
import { GREEDY } from './crowd.ts';
import { isShared } from './declared-budgets.ts';
import { latenessOf, simulateHour, type Lateness } from './hour.ts';
import type { Target } from './target.ts';

/** 1,600 targets, 480 of them at the full hour: a worker needs 1.6 s for those. */
const CROWD = { owners: 1500, posts: 400, accounts: 4, atFullHour: 0.3 };
const HOUR = { ...CROWD, workers: 1, workMs: 1000 / 298, answerMs: 50, seed: 7 };
const BACKLOG_MS = 0.3 * 1600 * HOUR.workMs;
/** More than waits differ by when one row more or less stands before another. */
const SAME_MS = 250;

const isOthers = ({ ownerId }: Target) => ownerId !== GREEDY;
/** Platforms that no two creators share a budget of; Facebook is the one that is played with. */
const isElsewhere = ({ platform }: Target) => !isShared(platform) && platform !== 'facebook';
const elsewhere = (targets: readonly Target[]) =>
  latenessOf(targets.filter((target) => isOthers(target) && isElsewhere(target)));
const on = (platform: string, targets: readonly Target[]) =>
  latenessOf(targets.filter((target) => isOthers(target) && target.platform === platform));

let alone: readonly Target[];
beforeAll(async () => {
  alone = await simulateHour(HOUR);
}, 60_000);

const expectSame = (now: Lateness, before: Lateness) => {
  expect(now.waiting).toBe(before.waiting);
  expect(Math.abs(now.p99 - before.p99)).toBeLessThanOrEqual(SAME_MS);
  expect(Math.abs(now.worstOwner - before.worstOwner)).toBeLessThanOrEqual(SAME_MS);
};

it('calls everything in the hour, the crowd of the full hour as fast as the worker is', () => {
  const rest = elsewhere(alone);
  expect(rest.waiting).toBe(0);
  expect(rest.p50).toBeLessThan(SAME_MS);
  expect(rest.p99).toBeLessThanOrEqual(BACKLOG_MS + SAME_MS);
  expect(alone.every(({ due, calledAt }) => calledAt === null || calledAt >= due)).toBe(true);
});

it('decides the same hour in the same way', async () => {
  const again = await simulateHour(HOUR);
  expect(again.map(({ calledAt }) => calledAt)).toEqual(alone.map(({ calledAt }) => calledAt));
}, 60_000);

describe('with an owner who has 1,000 posts for Facebook at the full hour, before all others', () => {
  let targets: readonly Target[];
  beforeAll(async () => {
    targets = await simulateHour({ ...HOUR, greedy: { platform: 'facebook', posts: 1000 } });
  }, 60_000);

  it('changes nothing on the other platforms', () => {
    expectSame(elsewhere(targets), elsewhere(alone));
  });

  it('costs the others on Facebook less than its own share of the worker, and the owner the most', () => {
    const greedy = latenessOf(targets.filter((target) => !isOthers(target)));
    const others = on('facebook', targets);
    expect(others.waiting).toBe(0);
    expect(others.p99).toBeLessThanOrEqual(on('facebook', alone).p99 + BACKLOG_MS / 2);
    expect(others.p99).toBeLessThan(greedy.p50);
    expect(greedy.waiting).toBe(0);
  });
});

it('changes nothing elsewhere when Facebook lets every call hang', async () => {
  const targets = await simulateHour({ ...HOUR, dead: 'facebook' });
  expectSame(elsewhere(targets), elsewhere(alone));
  const dead = targets.filter(({ platform }) => platform === 'facebook');
  expect(dead.filter(({ effect }) => effect.status === 'done')).toEqual([]);
  // The breaker leaves it alone: most targets are not called at all.
  expect(on('facebook', targets).waiting).toBeGreaterThan(0);
}, 60_000);

it('takes from the others only where all creators share one budget: who has much due there comes first', async () => {
  const called = (targets: readonly Target[]) => {
    const { targets: all, waiting } = on('youtube', targets);
    return all - waiting;
  };
  const targets = await simulateHour({ ...HOUR, greedy: { platform: 'youtube', posts: 1000 } });
  expectSame(elsewhere(targets), elsewhere(alone));
  expect(called(targets)).toBeLessThan(called(alone));
}, 60_000);
