import type { ConnectorReason } from '@posthorn/contracts/shared/publication-reasons';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CallOutcome } from '#modules/integrations/ports/publishing.ts';
import { PublishingBench } from '../../testing/publishing/publishing-bench.ts';
import type { ScriptedPlatform } from '../../testing/publishing/scripted-platform.ts';

const targets = {
  'with look-ups': { accountId: 3, platform: 'mastodon' },
  'where repetitions are harmless': { accountId: 4, platform: 'bluesky' },
  'without look-ups': { accountId: 5, platform: 'snapchat' },
} as const;
const HOUR_MS = 3_600_000;

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
/** The platform loses each preparation before the call uses it. */
function losingPreparations(outcomeOfCall: () => CallOutcome): ScriptedPlatform['defaultOutcomes'] {
  let preparations = 0;
  return {
    prepare: () => ({ kind: 'prepared', refs: { key: `k${String((preparations += 1))}` } }),
    call: () =>
      ({ ...outcomeOfCall(), newRefs: { key: `k${String(preparations)}`, lost: true } }) as CallOutcome,
  };
}
/** Calls these functions in turn, in a cycle. */
function inTurn<Result>(...functions: readonly (() => Result)[]): () => Result {
  let next = 0;
  return () => {
    const current = functions[next++ % functions.length];
    if (!current) throw new Error('nothing to take turns with');
    return current();
  };
}

const outages: Readonly<Record<string, () => ScriptedPlatform['defaultOutcomes']>> = {
  'its circuit breaker is open before the intent': () => ({ rest: () => 240_000 }),
  'its circuit breaker is open at the call': () => ({ call: () => paused('breaker', 30) }),
  'its circuit breaker stops the preparation': () => ({ prepare: () => paused('breaker', 360) }),
  'it throttles each call for a different time': () => ({
    call: inTurn(...[1, 61, 5, 300, 20, 90].map((seconds) => () => paused('rate-limit', seconds))),
  }),
  'it throttles each preparation for a different time': () => ({
    prepare: inTurn(...[240, 20, 1200, 360].map((seconds) => () => paused('rate-limit', seconds))),
  }),
  'the reasons to wait change all the time': () => ({
    prepare: inTurn(
      () => paused('rate-limit', 301),
      () => paused('breaker', 301),
    ),
  }),
  'it responds to calls with errors, but look-ups work': () => ({ call: () => unclear('server-error') }),
  'it responds to everything with errors': () => ({ call: () => unclear('server-error'), lookUp: silent }),
  'it hangs': () => ({ call: () => unclear('timeout'), lookUp: silent }),
  'every second look-up fails': () => ({
    call: () => unclear('timeout'),
    lookUp: inTurn<ReturnType<NonNullable<ScriptedPlatform['defaultOutcomes']['lookUp']>>>(
      () => ({ kind: 'absent' }),
      silent,
    ),
  }),
  'it accepts posts and never finishes them': () => ({
    call: () => ({ kind: 'accepted', handle: 'h1' }),
    lookUp: () => ({ kind: 'pending' }),
  }),
  'it accepts posts and then does not have them': () => ({
    call: () => ({ kind: 'accepted', handle: 'h1' }),
  }),
  'the network is down': () => ({ call: () => refused('network', true) }),
  'nothing can be prepared': () => ({ prepare: () => refused('network', true) }),
  'it refuses the credentials at each call': () => ({ call: () => refused('reconnect', false) }),
  'it refuses the credentials at each preparation': () => ({
    prepare: () => refused('reconnect', false),
  }),
  'it loses each preparation': () => losingPreparations(() => refused('media-lost', true)),
  'it loses each preparation and may have the post': () =>
    losingPreparations(() => refused('duplicate', false)),
  'it loses preparations, fails and throttles in turn': () =>
    losingPreparations(
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
    lookUp: inTurn<ReturnType<NonNullable<ScriptedPlatform['defaultOutcomes']['lookUp']>>>(silent, () => ({
      kind: 'absent',
    })),
  }),
};

describe.each(Object.entries(targets))('on a platform %s', (_, target) => {
  it.each(Object.entries(outages))(
    'records six hours with fewer than 20 events when %s',
    async (_name, outage) => {
      bench.platform.defaultOutcomes = outage();
      const end = bench.clock.time + 7 * HOUR_MS;
      const post = await bench.schedule(target);
      while (await bench.runNext(end));
      bench.platform.defaultOutcomes = {};
      bench.clock.time = end;
      const story = bench.eventTypes(post, target.accountId);
      expect(story.length).toBeLessThan(20);
      expect(story.length).toBeGreaterThan(0);
    },
    // Simulating six hours takes real seconds.
    120_000,
  );

  it('records fewer than 20 events even when two workers compete', async () => {
    bench.platform.defaultOutcomes = { call: () => refused('network', true) };
    const end = bench.clock.time + 7 * HOUR_MS;
    const post = await bench.schedule(target);
    while (await bench.runNextByTwoWorkers(end));
    bench.platform.defaultOutcomes = {};
    bench.clock.time = end;
    expect(bench.eventTypes(post, target.accountId).length).toBeLessThan(20);
  });
});
