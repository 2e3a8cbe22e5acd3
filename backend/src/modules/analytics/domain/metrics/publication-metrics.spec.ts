import { metrics } from '@posthorn/contracts/shared/metrics';
import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isMilestone } from './ladder.ts';
import type { MetricsCaptured, MetricsEvent, StoredMetricValue } from './metrics-events.ts';
import {
  capture,
  end,
  metricsStream,
  resume,
  valuesIn,
  type MetricsAnswer,
  type PublicationMetrics,
} from './publication-metrics.ts';
import { bucketOf } from './terms.ts';

const PUBLISHED = '2030-01-01T12:00:00.000Z';
const key = { postId: 1, accountId: 7, ownerId: 'ana' } as const;
const at = (minutes: number) => new Date(Date.parse(PUBLISHED) + minutes * 60_000).toISOString();
const likes = (value: number): StoredMetricValue => ({ metric: 'likes', value, source: 'favourites' });
const answer = (minutes: number, changes: Partial<MetricsAnswer> = {}): MetricsAnswer => ({
  ...key,
  platform: 'mastodon',
  publishedAt: PUBLISHED,
  capturedAt: at(minutes),
  step: null,
  via: 'schedule',
  values: [likes(1)],
  missing: [],
  keepDays: null,
  ...changes,
});
const stateAfter = (...events: readonly MetricsEvent[]): PublicationMetrics =>
  events.reduce(metricsStream.evolve, metricsStream.initial);
/** Returns the events for a sequence of responses. */
const factsOf = (answers: readonly MetricsAnswer[]) => {
  const facts: MetricsCaptured[] = [];
  for (const each of answers) facts.push(...capture(stateAfter(...facts), each));
  return facts;
};

/** Generates polls (each is a response of the platform) with few different values, so that many responses are equal. Some figures are missing. */
const polls = fc
  .array(
    fc.record({
      step: fc.constantFrom(null, 10, 60, 1440, 10_080),
      values: fc.subarray(['likes', 'comments', 'views'] as const).chain((named) =>
        fc.tuple(
          ...named.map((metric) =>
            fc.record({
              metric: fc.constant(metric),
              value: fc.nat({ max: 1 }),
              source: fc.constantFrom('one', 'two'),
            }),
          ),
        ),
      ),
      reason: fc.constantFrom('hidden', 'too-early', 'failed'),
      keepDays: fc.constantFrom(null, 30),
    }),
    { minLength: 1, maxLength: 12 },
  )
  .map((list) =>
    list.map(({ step, values, reason, keepDays }, index) => {
      const missing = (['likes', 'comments', 'views'] as const)
        .filter((metric) => !values.some((value) => value.metric === metric))
        .map((metric) => ({ metric, reason }) as const);
      return answer(index + 1, { step, values, missing, keepDays });
    }),
  );

/** Checks the invariants of the events of one publication, which hold for any order of the responses. */
function expectInvariants(facts: readonly MetricsCaptured[], answers: readonly MetricsAnswer[]): void {
  const steps = facts.flatMap(({ data: { step } }) => step ?? []);
  expect(new Set(steps).size).toBe(steps.length);
  facts.forEach(({ data }, index) => {
    const { capturedAt, missing, keepDays, values } =
      answers.find((each) => each.capturedAt === data.capturedAt) ?? answer(0);
    const before = facts[index - 1]?.data;
    if (before) expect(data.capturedAt > before.capturedAt).toBe(true);
    expect(data.capturedAt).toBe(capturedAt);
    expect(new Set(valuesIn(data))).toEqual(new Set(values));
    expect(new Set(data.missing)).toEqual(new Set(missing));
    // If the platform limits how long we keep figures, no value is readable without the encryption key.
    expect(data.values).toEqual(keepDays === null ? valuesIn(data) : []);
    expect(data.bucket).toBe(keepDays === null ? null : bucketOf(7, capturedAt, keepDays));
    expect(data.termMetrics).toEqual((data.termValues ?? []).map(({ metric }) => metric));
    expect(data.termValues === null).toBe(keepDays === null);
    const isNew =
      before === undefined ||
      JSON.stringify([valuesIn(data), data.missing, data.bucket]) !==
        JSON.stringify([valuesIn(before), before.missing, before.bucket]);
    expect(isNew || isMilestone(data.step)).toBe(true);
  });
}

/** Two workers on one stream. Each decides on the events that it has read, and decides again after a conflict. */
function eventsOfRace(
  one: readonly MetricsAnswer[],
  two: readonly MetricsAnswer[],
  turns: readonly boolean[],
) {
  const facts: MetricsCaptured[] = [];
  const remaining: readonly [MetricsAnswer[], MetricsAnswer[]] = [[...one], [...two]];
  /** For each worker: how many events it had read when it decided, and the events that it will append. */
  const decided: [number, MetricsCaptured[]][] = [
    [-1, []],
    [-1, []],
  ];
  for (let turn = 0; remaining[0].length + remaining[1].length > 0; turn++) {
    const firstHasTurn = turns[turn % turns.length] ?? turn % 2 === 0;
    // A worker without further responses leaves its turn to the other one.
    const worker = remaining[firstHasTurn ? 0 : 1].length > 0 === firstHasTurn ? 0 : 1;
    const [readTo, events] = decided[worker] ?? [-1, []];
    const next = remaining[worker][0];
    if (!next) continue;
    if (readTo === facts.length) {
      facts.push(...events);
      remaining[worker].shift();
      decided[worker] = [-1, []];
    } else decided[worker] = [facts.length, capture(stateAfter(...facts), next)];
  }
  return facts;
}

it('records the same events when polls are delivered several times', () => {
  fc.assert(
    fc.property(polls, fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1 }), (answers, times) => {
      const ideal = factsOf(answers);
      expectInvariants(ideal, answers);
      const repeated = answers.flatMap((each, index) =>
        Array.from({ length: times[index % times.length] ?? 1 }, () => each),
      );
      expect(factsOf(repeated)).toEqual(ideal);
      expect(factsOf([...answers, ...answers])).toEqual(ideal);
    }),
    { numRuns: 150 },
  );
});
it('records the same events when two workers deliver the same polls at the same time', () => {
  fc.assert(
    fc.property(polls, fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }), (answers, turns) => {
      const both = eventsOfRace(answers, answers, [true, ...turns, false]);
      expectInvariants(both, answers);
      for (const fact of factsOf(answers))
        expect(both.map(({ data }) => data.capturedAt)).toContain(fact.data.capturedAt);
      expect(both).toEqual(factsOf(answers));
    }),
    { numRuns: 150 },
  );
});
it('keeps its invariants in any order of polls by two workers', () => {
  fc.assert(
    fc.property(
      polls.chain((answers) =>
        fc.tuple(fc.constant(answers), fc.shuffledSubarray(answers), fc.shuffledSubarray(answers)),
      ),
      fc.array(fc.boolean(), { minLength: 1, maxLength: 30 }),
      ([answers, one, two], turns) => {
        const facts = eventsOfRace(one, two, [true, ...turns, false]);
        expectInvariants(facts, answers);
        // When all polls are delivered again, only polls later than the last event add events.
        const last = facts.at(-1)?.data.capturedAt ?? '';
        for (const each of answers.filter(({ capturedAt }) => capturedAt <= last))
          expect(capture(stateAfter(...facts), each)).toEqual([]);
      },
    ),
    { numRuns: 150 },
  );
});
it('treats figures in another order as equal', () => {
  const values = metrics.map((metric, index) => ({ metric, value: index, source: metric }));
  const [first] = factsOf([answer(1, { values })]);
  expect(factsOf([answer(1, { values }), answer(2, { values: values.toReversed() })])).toEqual([first]);
});
it.each<[string, Partial<MetricsAnswer>]>([
  ['a value', { values: [likes(0)] }],
  ['a source', { values: [{ ...likes(1), source: 'favourites@2030-01-01' }] }],
  ['a figure less', { values: [] }],
  ['a figure more', { values: [likes(1), { metric: 'views', value: 0, source: 'plays' }] }],
  ['a reason', { missing: [{ metric: 'views', reason: 'hidden' }] }],
])('records a difference in %s', (_, changes) => {
  expect(factsOf([answer(1), answer(2, changes)])).toHaveLength(2);
});
it('records equal polls at milestones only, and each milestone once', () => {
  const facts = factsOf([
    answer(10, { step: 10 }),
    answer(30, { step: 30 }),
    answer(60, { step: 60 }),
    answer(70, { step: 60 }),
  ]);
  expect(facts.map(({ data: { step, ageMinutes } }) => [step, ageMinutes])).toEqual([
    [10, 10],
    [60, 60],
  ]);
});
it('assigns a step to its first poll', () => {
  expect(
    factsOf([answer(60, { step: 60 }), answer(61, { step: 60, values: [likes(2)] })]).map(
      ({ data }) => data.step,
    ),
  ).toEqual([60, null]);
});
it.each([0, -1])('ignores a poll that is not later than the last poll (%d minutes)', (later) => {
  expect(factsOf([answer(5), answer(5 + later, { values: [likes(9)] })])).toHaveLength(1);
});
it('never turns a missing figure into 0', () => {
  const [fact] = factsOf([answer(1, { values: [], missing: [{ metric: 'likes', reason: 'hidden' }] })]);
  expect(fact?.data).toMatchObject({ values: [], missing: [{ metric: 'likes', reason: 'hidden' }] });
});
it('records equal figures again when the earlier figures are no longer readable', () => {
  const [fact] = factsOf([answer(1, { keepDays: 30 })]);
  if (!fact) throw new Error('There is no fact.');
  const unreadable = { ...fact, data: { ...fact.data, termValues: [] } };
  expect(valuesIn(unreadable.data)).toBeNull();
  expect(capture(stateAfter(unreadable), answer(2, { keepDays: 30 }))).toHaveLength(1);
  expect(capture(stateAfter(fact), answer(2, { keepDays: 30 }))).toEqual([]);
});
it('measures the age of a publication in whole minutes, never below 0', () => {
  const ages = [-5, 0.9, 1.5].map((minutes) => factsOf([answer(minutes)])[0]?.data.ageMinutes);
  expect(ages).toEqual([0, 0, 1]);
});
it('ends and resumes polling once each, and records nothing in between', () => {
  const [gone] = end(stateAfter(), key, 'gone', at(1));
  if (!gone) throw new Error('Polling has not ended.');
  expect(end(stateAfter(gone), key, 'gone', at(2))).toEqual([]);
  expect(end(stateAfter(gone), key, 'disconnected', at(2))).toEqual([]);
  expect(capture(stateAfter(gone), answer(2))).toEqual([]);
  const [resumed] = resume(stateAfter(gone), key, at(3));
  if (!resumed) throw new Error('Polling was not resumed.');
  expect(resumed.data).toEqual({ ...key, at: at(3) });
  expect(resume(stateAfter(gone, resumed), key, at(4))).toEqual([]);
  expect(capture(stateAfter(gone, resumed), answer(4))).toHaveLength(1);
  // After the last step, polling has ended too, but a response that still arrives counts.
  expect(capture(stateAfter(...end(stateAfter(), key, 'complete', at(1))), answer(2))).toHaveLength(1);
});
it('does not resume polling because of a poll that started before the account was disconnected', () => {
  const [disconnected] = end(stateAfter(), key, 'disconnected', at(5));
  if (!disconnected) throw new Error('Polling has not ended.');
  expect(resume(stateAfter(disconnected), key, at(4))).toEqual([]);
  expect(resume(stateAfter(disconnected), key, at(5))).toEqual([]);
  expect(resume(stateAfter(disconnected), key, at(6))).toHaveLength(1);
  expect(end(stateAfter(disconnected), key, 'complete', at(6))).toEqual([]);
});
it('records equal values again under a newer key, because the older key is destroyed earlier', () => {
  const DAY = 24 * 60;
  const [fact] = factsOf([answer(1, { keepDays: 30 })]);
  if (!fact) throw new Error('There is no fact.');
  expect(capture(stateAfter(fact), answer(DAY, { keepDays: 30 }))).toEqual([]);
  expect(capture(stateAfter(fact), answer(7 * DAY, { keepDays: 30 }))).toHaveLength(1);
});
