import { DAY_SECONDS } from '@posthorn/contracts/shared/durations';
import { expect, it } from '@jest/globals';
import { LoopWorld, type SentInLoop } from '../../testing/auto-reply/loop-world.ts';

const SEEDS = Array.from({ length: 200 }, (_, index) => index + 1);

/** Simulates a day of two people with automatic replies and a program that echoes each message. */
const day = (seed: number, isOneInstallation: boolean) => {
  const world = new LoopWorld(seed, isOneInstallation);
  world.run(DAY_SECONDS);
  return world;
};
const pairOf = ({ by, to, post }: SentInLoop): string => `${by} to ${to} under ${post}`;

it.each([
  ['on one installation', true],
  ['on two independent installations', false],
])('sends each person at most one reply under a post, and stops: %s', (_, isOne) => {
  for (const seed of SEEDS) {
    const { sent, open, written } = day(seed, isOne);
    const pairs = sent.map(pairOf);
    expect({ seed, pairs: [...pairs].sort() }).toEqual({ seed, pairs: [...new Set(pairs)].sort() });
    // All replies have ended long before the limits apply.
    expect({ seed, open }).toEqual({ seed, open: 0 });
    expect(written).toBeLessThan(100);
  }
});

it('sends replies on most of these days', () => {
  const replies = SEEDS.map((seed) => day(seed, false).sent.length);
  expect(replies.filter((count) => count > 0).length).toBeGreaterThan(150);
});

it('sends nothing after the user switched automatic replies off, not even replies that were requested before', () => {
  let allDrafts = 0;
  for (const seed of SEEDS) {
    const { sent, switchedOff, drafts } = day(seed, false);
    allDrafts += drafts;
    expect({ seed, late: sent.filter(({ by, at }) => at >= (switchedOff.get(by) ?? Infinity)) }).toEqual({
      seed,
      late: [],
    });
  }
  expect(allDrafts).toBeGreaterThan(0);
});
