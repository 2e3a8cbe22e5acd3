import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { EffectContext } from '#infrastructure/effects/attempt/context.ts';
import * as machine from '#infrastructure/effects/attempt/rules.ts';
import * as lookUps from '#infrastructure/effects/attempt/look-up.ts';
import { evolve } from '#infrastructure/effects/attempt/move.ts';
import type { Circumstances } from './circumstances.ts';
import { recordLookUp } from './look-up-answers.ts';
import type { CallOutcome, LookUpOutcome, Refusal } from './platform-answers.ts';
import * as publicationEffect from './publication-effect.ts';
import { publicationStream, type Publication, type PublicationEvent } from './publication.ts';
import * as outcomes from './publishing-outcome.ts';
import * as rules from './publishing-rules.ts';
import { at, circumstances, prepared } from './testing/publication-facts.ts';

const RUNS = 500;

/** Draws of one history, all from one seed. */
class Draws {
  constructor(private seed: number) {}
  /** In [0, 1); mulberry32. */
  next(): number {
    this.seed = (this.seed + 0x6d2b79f5) | 0;
    let t = Math.imul(this.seed ^ (this.seed >>> 15), 1 | this.seed);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  below(most: number): number {
    return Math.floor(this.next() * most);
  }
  coin(): boolean {
    return this.next() < 0.5;
  }
  of<T>(...values: readonly T[]): T {
    return values[this.below(values.length)] as T;
  }
}

const REASONS = ['network', 'rejected', 'duplicate', 'reconnect', 'rate-limit', 'breaker'] as const;
const refusal = (draw: Draws): Refusal => ({
  ...{ kind: 'refused', reason: draw.of(...REASONS), words: draw.of(null, 'No.'), retryable: draw.coin() },
});
const published = (draw: Draws) =>
  ({ kind: 'published', remoteId: draw.of('42', '43'), permalink: null }) as const;
const until = (draw: Draws, now: number) => at(now - 60 + draw.below(60_000));
const maybeUntil = (draw: Draws, now: number) => (draw.coin() ? { until: until(draw, now) } : {});
function outcome(draw: Draws, now: number): CallOutcome {
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
function answer(draw: Draws, now: number): LookUpOutcome {
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
/** Often the moment at which something is to be done. */
function later(draw: Draws, now: number, nextAt: string | null): number {
  const planned = nextAt === null ? 0 : (Date.parse(nextAt) - Date.parse(at(0))) / 1000;
  return draw.coin() && planned > now ? planned : now + (draw.coin() ? 1 : draw.below(30_000));
}
const done = <T extends Readonly<{ kind: string }>>(from: T) =>
  from.kind === 'published'
    ? {
        kind: 'done' as const,
        result: { remoteId: (from as never as { remoteId: string }).remoteId, permalink: null },
      }
    : (from as Exclude<T, { kind: 'published' }>);
/** An attempt, mostly the last one. */
const attemptOf = ({ attempt }: Publication, isOther: boolean) =>
  isOther ? 'another' : (attempt?.attemptId ?? 'none');
const intent = (attemptId: string) => ({
  attemptId,
  contentHash: 'hash',
  refs: { key: 'k1' },
  fingerprint: 'print',
});
const orNothing = <T>(decide: () => T[]): T[] => {
  try {
    return decide();
  } catch {
    return [];
  }
};

type Decided = readonly [name: string, old: PublicationEvent[], now: PublicationEvent[]];

const NOTHING: Decided = ['nothing', [], []];

/** Each decision by the old rules, and as the machine makes it. */
function decisions(p: Publication, c: Circumstances, draw: Draws, turn: number): Decided[] {
  const effect = publicationEffect.effectOf(p);
  const x: EffectContext = { ...c, pace: 'limited' };
  const now = (c.now.getTime() - Date.parse(at(0))) / 1000;
  const id = attemptOf(p, draw.below(10) === 0);
  const told = outcome(draw, now);
  const asked = answer(draw, now);
  const refused = refusal(draw);
  const wait = { reason: 'rate-limit', words: null, until: until(draw, now) };
  const wish = { atOwnRisk: draw.coin(), isLookedFor: draw.coin() };
  const facts = (moves: Parameters<typeof publicationEffect.factsOf>[1]) =>
    publicationEffect.factsOf(p, moves, c, { contentHash: 'hash', fingerprint: 'print' });
  const next = `attempt-${String(turn)}`;
  return [
    ['start', orNothing(() => rules.startAttempt(p, intent(next), c)), facts(machine.start(effect, next, x))],
    ['settle', outcomes.settle(p, id, told, c), facts(machine.settle(effect, id, done(told), x))],
    ['loseWorker', outcomes.loseWorker(p, c), facts(machine.loseWorker(effect, x))],
    [
      'notStarted',
      outcomes.notStarted(p, id, 'too-late', c),
      facts(machine.notStarted(effect, id, 'too-late', x)),
    ],
    [
      'failPreparation',
      outcomes.failPreparation(p, refused, c),
      facts(machine.failPreparation(effect, refused, x)),
    ],
    ['postpone', rules.postpone(p, wait, c), facts(machine.postpone(effect, wait, x))],
    ['lookUp', recordLookUp(p, id, asked, c), facts(lookUps.recordLookUp(effect, id, done(asked), x))],
    ['giveUp', rules.giveUp(p, c), facts(machine.giveUp(effect, x))],
    ['loseAccount', rules.loseAccount(p, c), facts(machine.loseAccount(effect, x))],
    [
      'retry',
      orNothing(() => rules.requestRetry(p, wish, c)),
      facts(lookUps.askForRetry(effect, wish, x) ?? []),
    ],
  ];
}

/** What happened must be the same, before it is compared by the slow way that says where. */
const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
function expectSame(one: unknown, other: unknown): void {
  if (!isSame(one, other)) expect(one).toEqual(other);
}
const seeds = fc.integer();

it('decides about a publication as its own rules do, whatever happened to it', () => {
  const made = new Map<string, number>();
  const history = (seed: number) => {
    const draw = new Draws(seed);
    const platform = {
      rule: draw.of('always', 'after-negative-check', 'never'),
      visibility: draw.of(0, 30_000, 600_000),
      isHarmlessWhenLate: draw.coin(),
      listsPosts: draw.coin(),
    } as const;
    let p = [prepared()].reduce<Publication>(publicationStream.evolve, publicationStream.initial);
    let now = 0;
    for (let turn = 1; turn <= 24; turn += 1) {
      now = later(draw, now, p.nextAt);
      const c = circumstances(now, { ...platform, random: draw.next() });
      const step = p.status === 'posted' ? { kind: 'nothing' } : rules.nextStep(p, c);
      expectSame(machine.nextStep(publicationEffect.effectOf(p), { ...c, pace: 'limited' }), step);
      const all = decisions(p, c, draw, turn);
      for (const [name, old, mine] of all) expectSame([name, mine], [name, old]);
      const [name, facts] = draw.of<Decided>(NOTHING, ...all.filter(([, old]) => old.length > 0));
      made.set(name, (made.get(name) ?? 0) + 1);
      for (const fact of facts) {
        const folded = evolve(publicationEffect.effectOf(p), publicationEffect.moveOf(fact));
        p = publicationStream.evolve(p, fact);
        expectSame({ ...folded, lastReason: null }, publicationEffect.effectOf(p));
      }
    }
  };
  fc.assert(fc.property(seeds, history), { numRuns: RUNS, endOnFailure: true });
  // Nothing is proved of a decision that never came to anything.
  for (const name of [
    ...['start', 'settle', 'loseWorker', 'notStarted', 'failPreparation', 'postpone', 'lookUp', 'giveUp'],
    ...['loseAccount', 'retry'],
  ])
    expect(made.get(name)).toBeGreaterThan(0);
}, 300_000);
