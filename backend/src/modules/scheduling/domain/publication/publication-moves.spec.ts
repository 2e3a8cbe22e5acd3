import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { askForRetry } from '#infrastructure/effects/attempt/ask-for-retry.ts';
import { recordLookUp } from '#infrastructure/effects/attempt/look-up.ts';
import { evolve, type Move } from '#infrastructure/effects/attempt/move.ts';
import * as trying from '#infrastructure/effects/attempt/rules.ts';
import type { PublishingContext } from './publishing-context.ts';
import type { PlatformAnswer, PlatformFinding } from './testing/platform-answers.ts';
import { asDone, eventsOf } from './events-of-moves.ts';
import { effectOf, type Copied } from './publication-moves.ts';
import { publicationStream, type Publication } from './publication.ts';
import { at, contextAt, prepared } from './testing/publication-samples.ts';

const RUNS = 500;

/** Random values for one history, all from one seed. */
class Draws {
  constructor(private seed: number) {}
  /** A number in [0, 1), from the generator mulberry32. */
  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  below(max: number): number {
    return Math.floor(this.next() * max);
  }
  coin(): boolean {
    return this.next() < 0.5;
  }
  of<T>(...values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

const REASONS = ['network', 'rejected', 'duplicate', 'reconnect', 'rate-limit', 'breaker'] as const;
const refusal = (draw: Draws): trying.RefusedAttempt => ({
  kind: 'refused',
  reason: draw.of(...REASONS),
  words: draw.of(null, 'No.'),
  retryable: draw.coin(),
});
const published = (draw: Draws) =>
  ({ kind: 'published', remoteId: draw.of('42', '43'), permalink: null }) as const;
const until = (draw: Draws, now: number) => at(now - 60 + draw.below(60_000));
const maybeUntil = (draw: Draws, now: number) => (draw.coin() ? { until: until(draw, now) } : {});
function outcome(draw: Draws, now: number): PlatformAnswer {
  const words = draw.of(null, 'No.');
  switch (draw.below(6)) {
    case 0:
      return published(draw);
    case 1:
      return { kind: 'accepted', handle: draw.of('h', '42') };
    case 2:
      return { kind: 'postponed', reason: draw.of(...REASONS), words, until: until(draw, now) };
    case 3:
      return { kind: 'unknown', cause: draw.of('timeout', 'reset'), words };
    default:
      return refusal(draw);
  }
}
function answer(draw: Draws, now: number): PlatformFinding {
  switch (draw.below(7)) {
    case 0:
      return published(draw);
    case 1:
      return refusal(draw);
    case 2:
      return { kind: 'cannot-tell' };
    case 3:
      return { kind: 'pending', ...maybeUntil(draw, now) };
    case 4:
      return { kind: 'failed', words: draw.of(null, 'No.'), ...maybeUntil(draw, now) };
    default:
      return { kind: 'absent' };
  }
}
/**
 * The time of the next turn, in seconds. In half of the turns, this is the time when the publication is due.
 */
function nextTurn(draw: Draws, now: number, dueAt: string | null): number {
  const planned = dueAt === null ? 0 : (Date.parse(dueAt) - Date.parse(at(0))) / 1000;
  return draw.coin() && planned > now ? planned : now + (draw.coin() ? 1 : draw.below(30_000));
}
/** The id of the last attempt, or the id of an attempt that does not exist. */
const attemptIdOf = ({ attempt }: Publication, isOther: boolean) =>
  isOther ? 'another' : (attempt?.attemptId ?? 'none');

const SENT = { contentHash: 'hash', refs: { key: 'k1' }, keptRefs: null, fingerprint: 'print' };

/** The moves of each decision of the retry rules, by the name of the decision. */
function decisions(publication: Publication, context: PublishingContext, draw: Draws, turn: number) {
  const effect = effectOf(publication);
  const now = (context.now.getTime() - Date.parse(at(0))) / 1000;
  const id = attemptIdOf(publication, draw.below(10) === 0);
  const wait = { reason: 'rate-limit', words: null, until: until(draw, now) };
  const request = { atOwnRisk: draw.coin(), isLookedUp: draw.coin() };
  return {
    start: trying.start(effect, `attempt-${String(turn)}`, context),
    settle: trying.settle(effect, id, asDone(outcome(draw, now)), context),
    loseWorker: trying.loseWorker(effect, context),
    notStarted: trying.notStarted(effect, id, 'too-late', context),
    failPreparation: trying.failPreparation(effect, refusal(draw), context),
    postpone: trying.postpone(effect, wait, context),
    lookUp: recordLookUp(effect, id, asDone(answer(draw, now)), context),
    giveUp: trying.giveUp(effect, context),
    loseAccount: trying.loseAccount(effect, context),
    retry: askForRetry(effect, request, context) ?? [],
  } satisfies Record<string, Move<Copied>[]>;
}

it('reads the same moves back from the events that record them, in any history', () => {
  const counts = new Map<string, number>();
  const history = (seed: number) => {
    const draw = new Draws(seed);
    const platform = {
      rule: draw.of('always', 'after-negative-look-up', 'never'),
      visibleAfterMs: draw.of(0, 30_000, 600_000),
      isLateCallHarmless: draw.coin(),
      listsPosts: draw.coin(),
    } as const;
    let publication = [prepared()].reduce<Publication>(publicationStream.evolve, publicationStream.initial);
    let now = 0;
    for (let turn = 1; turn <= 24; turn += 1) {
      now = nextTurn(draw, now, publication.dueAt);
      const context = contextAt(now, { ...platform, random: draw.next() });
      const possible = Object.entries<Move<Copied>[]>(decisions(publication, context, draw, turn));
      const [name, moves] = draw.of(...possible.filter(([, { length }]) => length > 0), [
        'nothing',
        [],
      ] as const);
      counts.set(name, (counts.get(name) ?? 0) + 1);
      for (const move of moves) {
        const moved = evolve(effectOf(publication), move);
        const events = eventsOf(publication, [move], context, SENT);
        publication = events.reduce(publicationStream.evolve, publication);
        // The platform reported the same post again, which needs no event.
        if (move.kind === 'doneAgain' && events.length === 0) continue;
        expect(effectOf(publication)).toEqual({ ...moved, lastReason: null });
      }
    }
  };
  fc.assert(fc.property(fc.integer(), history), { numRuns: RUNS, endOnFailure: true });
  // Each decision must have occurred at least once. Otherwise this spec would prove nothing about it.
  const all = decisions(publicationStream.initial, contextAt(0), new Draws(0), 0);
  for (const name of Object.keys(all)) expect([name, (counts.get(name) ?? 0) > 0]).toEqual([name, true]);
}, 120_000);
