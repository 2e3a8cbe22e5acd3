import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallOutcome } from '#modules/integrations/ports/publishing.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import type { ScriptedPlatform } from '../../testing/publishing/scripted-platform.ts';

const targets = {
  'that can be asked': { accountId: 3, platform: 'mastodon' },
  'that takes a repetition': { accountId: 4, platform: 'bluesky' },
  'that cannot be asked': { accountId: 5, platform: 'snapchat' },
} as const;
const HOURS = 3_600_000;

let bench: PublishingBench;
beforeAll(async () => {
  bench = await PublishingBench.open();
}, 60_000);
afterAll(() => bench.close());

const inSeconds = (seconds: number) => new Date(bench.clock.time + seconds * 1000).toISOString();
const paused = (reason: ConnectorReason, seconds: number) =>
  ({ kind: 'postponed', reason, words: 'Later.', until: inSeconds(seconds) }) as const;
const unclear = (cause: 'timeout' | 'server-error') => ({ kind: 'unknown', cause, words: null }) as const;
const refused = (reason: ConnectorReason, retryable: boolean) =>
  ({ kind: 'refused', reason, words: 'No.', retryable }) as const;
const silent = () => ({ kind: 'failed', words: null }) as const;
/** Each try needs its own preparation, which the platform forgets before it is used. */
function forgetful(forgotten: () => CallOutcome): ScriptedPlatform['weather'] {
  let made = 0;
  return {
    prepare: () => ({ kind: 'prepared', refs: { key: `k${String((made += 1))}` } }),
    call: () => ({ ...forgotten(), newRefs: { key: `k${String(made)}`, lost: true } }) as CallOutcome,
  };
}
/** One after the other, again and again. */
function inTurn<Kind>(...kinds: readonly (() => Kind)[]): () => Kind {
  let next = 0;
  return () => {
    const kind = kinds[next++ % kinds.length];
    if (!kind) throw new Error('nothing to take turns with');
    return kind();
  };
}

const outages: Readonly<Record<string, () => ScriptedPlatform['weather']>> = {
  'its breaker is open before the intent': () => ({ rest: () => 240_000 }),
  'its breaker is open at the call': () => ({ call: () => paused('breaker', 30) }),
  'its breaker stops the preparation': () => ({ prepare: () => paused('breaker', 360) }),
  'it throttles each call for another time': () => ({
    call: inTurn(...[1, 61, 5, 300, 20, 90].map((seconds) => () => paused('rate-limit', seconds))),
  }),
  'it throttles each preparation for another time': () => ({
    prepare: inTurn(...[240, 20, 1200, 360].map((seconds) => () => paused('rate-limit', seconds))),
  }),
  'reasons to wait change all the time': () => ({
    prepare: inTurn(
      () => paused('rate-limit', 301),
      () => paused('breaker', 301),
    ),
  }),
  'it answers with errors and can be asked': () => ({ call: () => unclear('server-error') }),
  'it answers with errors to everything': () => ({ call: () => unclear('server-error'), lookUp: silent }),
  'it hangs': () => ({ call: () => unclear('timeout'), lookUp: silent }),
  'it answers look-ups now and then': () => ({
    call: () => unclear('timeout'),
    lookUp: inTurn<ReturnType<NonNullable<ScriptedPlatform['weather']['lookUp']>>>(
      () => ({ kind: 'absent' }),
      silent,
    ),
  }),
  'it takes posts and never finishes them': () => ({
    call: () => ({ kind: 'accepted', handle: 'h1' }),
    lookUp: () => ({ kind: 'pending' }),
  }),
  'it takes posts, never finishes them and then does not have them': () => ({
    call: () => ({ kind: 'accepted', handle: 'h1' }),
  }),
  'the network is down': () => ({ call: () => refused('network', true) }),
  'nothing can be prepared': () => ({ prepare: () => refused('network', true) }),
  'its account goes and comes back at each call': () => ({ call: () => refused('reconnect', false) }),
  'its account goes and comes back at each preparation': () => ({
    prepare: () => refused('reconnect', false),
  }),
  'it forgets each time what was prepared': () => forgetful(() => refused('media-lost', true)),
  'it forgets each time what was prepared and may have the post': () =>
    forgetful(() => refused('duplicate', false)),
  'it forgets what was prepared, breaks off and asks to wait': () =>
    forgetful(
      inTurn<CallOutcome>(
        () => refused('media-lost', true),
        () => unclear('server-error'),
        () => paused('rate-limit', 20),
      ),
    ),
  'everything changes all the time': () => ({
    call: inTurn<CallOutcome>(
      () => paused('breaker', 30),
      () => unclear('server-error'),
      () => refused('reconnect', false),
      () => paused('rate-limit', 100),
      () => refused('network', true),
    ),
    lookUp: inTurn<ReturnType<NonNullable<ScriptedPlatform['weather']['lookUp']>>>(silent, () => ({
      kind: 'absent',
    })),
  }),
};

describe.each(Object.entries(targets))('on a platform %s', (_, target) => {
  it.each(Object.entries(outages))(
    'tells of six hours in which %s in less than 20 events',
    async (_name, outage) => {
      bench.platform.weather = outage();
      const end = bench.clock.time + 7 * HOURS;
      const post = await bench.schedule(target);
      while (await bench.next(end));
      bench.platform.weather = {};
      bench.clock.time = end;
      const story = bench.story(post, target.accountId);
      expect(story.length).toBeLessThan(20);
      expect(story.length).toBeGreaterThan(0);
    },
    // Simulating six hours takes real seconds.
    120_000,
  );

  it('records nothing about workers that block each other', async () => {
    bench.platform.weather = { call: () => refused('network', true) };
    const end = bench.clock.time + 7 * HOURS;
    const post = await bench.schedule(target);
    while (await bench.nextTwice(end));
    bench.platform.weather = {};
    bench.clock.time = end;
    expect(bench.story(post, target.accountId).length).toBeLessThan(20);
  });
});
