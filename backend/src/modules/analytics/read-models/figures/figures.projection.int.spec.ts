import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { PersonalKeys } from '#infrastructure/event-log/personal-keys.ts';
import { MILESTONES } from '../../domain/metrics/ladder.ts';
import type { MetricsEvent } from '../../domain/metrics/metrics-events.ts';
import {
  capture,
  end,
  metricsStream,
  resume,
  type MetricsAnswer,
} from '../../domain/metrics/publication-metrics.ts';
import { termsEvent, bucketOf, metricsTermsStream, readBucket } from '../../domain/metrics/terms.ts';
import { AnalyticsBench } from '../../testing/analytics-bench.ts';
import { erasures, published } from '../../testing/neighbours-streams.ts';
import { analyticsFigures } from './figures.projection.ts';
import { readViewOf } from '#infrastructure/readers/read-views.ts';

const NOON = Date.parse('2030-01-01T12:00:00.000Z');
const at = (minutes: number) => new Date(NOON + minutes * MINUTE_MS).toISOString();
const TABLES = ['analytics_publication', 'analytics_look', 'analytics_milestone'] as const;

let bench: AnalyticsBench;
beforeAll(async () => {
  bench = await AnalyticsBench.start();
}, 60_000);
afterAll(() => bench.close());

/** The number and a hash of the rows of each table. */
async function hashes(): Promise<unknown> {
  const found = await Promise.all(
    TABLES.map((table) =>
      bench.pool.query(
        `select '${table}' as table, count(*)::int, md5(string_agg(t::text, E'\\n' order by t::text)) from ${readViewOf(analyticsFigures, table)} t`,
      ),
    ),
  );
  return found.map(({ rows }) => rows[0] as unknown);
}
async function rows(table: (typeof TABLES)[number], postId: number) {
  const { rows: found } = await bench.pool.query<Record<string, unknown>>(
    `select * from ${readViewOf(analyticsFigures, table)} where post_id = $1 order by 2, 3`,
    [postId],
  );
  return found;
}

let posts = 0;
/** The account whose figures are kept for 30 days. Each key is used for 3 days. */
const TERMED = 1;
const keyOf = (postId: number, accountId: number, ownerId = 'ana') =>
  ({ postId, accountId, ownerId }) as const;
const id = (postId: number, accountId: number) => `${String(postId)}-${String(accountId)}`;
async function publish(postId: number, accountId: number, ownerId = 'ana'): Promise<void> {
  await bench.append(published, id(postId, accountId), {
    type: 'PlatformPublished',
    schema: 1,
    data: {
      ...keyOf(postId, accountId, ownerId),
      platform: 'youtube',
      remoteId: 'r',
      permalink: null,
      publishedAt: at(0),
    },
  });
}
async function appendDecision(
  postId: number,
  accountId: number,
  decision: (state: typeof metricsStream.initial) => readonly MetricsEvent[],
): Promise<void> {
  const { state } = await bench.state(metricsStream, id(postId, accountId));
  await bench.append(metricsStream, id(postId, accountId), ...decision(state));
}
type Kept = Readonly<{ keepDays: number | null }>;
const pollAt = (
  postId: number,
  accountId: number,
  minutes: number,
  values: MetricsAnswer['values'],
  {
    missing = [],
    keepDays = accountId === TERMED ? 30 : null,
  }: Partial<Pick<MetricsAnswer, 'missing'> & Kept> = {},
) =>
  appendDecision(postId, accountId, (state) =>
    capture(state, {
      ...keyOf(postId, accountId),
      platform: 'youtube',
      publishedAt: at(0),
      capturedAt: at(minutes),
      step: null,
      via: 'schedule',
      values,
      missing,
      keepDays,
    }),
  );
const likes = (value: number): MetricsAnswer['values'] => [{ metric: 'likes', value, source: 'likeCount' }];
async function expire(accountId: number, minutes: number, keepDays = 30): Promise<void> {
  const subject = bucketOf(accountId, at(minutes), keepDays);
  const { from, to } = readBucket(subject);
  await bench.append(
    metricsTermsStream,
    accountId,
    termsEvent('MetricsExpired', {
      accountId,
      ownerId: 'ana',
      platform: 'youtube',
      bucket: subject,
      from,
      to,
      reason: 'terms',
      at: at(90 * DAY_MINUTES),
    }),
  );
  await bench.booted.app.get(PersonalKeys).destroy(subject);
}
async function expectEqualWhenRebuilt(): Promise<void> {
  await bench.catchUp();
  const live = await hashes();
  await bench.rebuild(analyticsFigures.name);
  expect(await hashes()).toEqual(live);
}

const values = fc
  .record(
    {
      likes: fc.nat({ max: 3 }),
      views: fc.nat({ max: 2 }),
      saves: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
    },
    { requiredKeys: [] },
  )
  .map((polled) =>
    Object.entries(polled).map(([metric, value]) => ({
      metric: metric as 'likes' | 'views' | 'saves',
      value,
      source: `${metric}Count`,
    })),
  );
/** The waits make ages near milestones as likely as other ages. */
const wait = fc.oneof(
  fc.integer({ min: 1, max: 3 * DAY_MINUTES }),
  fc.constantFrom(5, 60, DAY_MINUTES, 3 * DAY_MINUTES, 6 * DAY_MINUTES),
);
/** Terms that change: keys with different spans at the same time, and no key. */
const keepDays = fc.constantFrom(30, null, 7, 90, 365);
const happening = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('look' as const), wait, values, keepDays }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ended' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('expired' as const), which: fc.nat({ max: 20 }), keepDays }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const) }) },
);
type Happening = typeof happening extends fc.Arbitrary<infer Each> ? Each : never;

/** Records a history of one post on two accounts. The second always keeps figures for 30 days; the terms of the first change. */
async function record(story: readonly (readonly [Happening, boolean])[]): Promise<void> {
  const [postId, accounts] = [++posts, [posts * 2, posts * 2 + 1]] as const;
  let now = 0;
  const times: number[] = [];
  for (const accountId of accounts) await publish(postId, accountId);
  for (const [what, second] of story) {
    const accountId = accounts[second ? 1 : 0];
    if (what.kind === 'read') await bench.catchUp();
    else if (what.kind === 'ended')
      await appendDecision(postId, accountId, (state) =>
        state.ended === null
          ? end(state, keyOf(postId, accountId), 'gone', at(now))
          : resume(state, keyOf(postId, accountId), at(now)),
      );
    else if (what.kind === 'look') {
      now += what.wait;
      times.push(now);
      const missing = (['likes', 'views'] as const)
        .filter((metric) => !what.values.some((each) => each.metric === metric))
        .map((metric) => ({ metric, reason: 'hidden' }) as const);
      await pollAt(postId, accountId, now, what.values, {
        missing,
        keepDays: second ? 30 : what.keepDays,
      });
    } else {
      const time = times[what.which % Math.max(1, times.length)];
      if (time !== undefined) await expire(accountId, time, second ? 30 : (what.keepDays ?? 30));
    }
  }
}

it('rebuilds the same rows after keys are destroyed, with any split of events into batches', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(happening, fc.boolean()), { minLength: 3, maxLength: 25 }),
      async (story) => {
        await record(story);
        await expectEqualWhenRebuilt();
      },
    ),
    { numRuns: 40 },
  );
}, 240_000);

it('keeps the value of a figure before it fell, while it stays low', async () => {
  const postId = ++posts;
  await publish(postId, 900);
  await pollAt(postId, 900, 10, likes(5));
  await pollAt(postId, 900, 20, likes(3));
  await pollAt(postId, 900, 30, [...likes(3), { metric: 'views', value: 1, source: 'viewCount' }]);
  await bench.catchUp();
  expect(await rows('analytics_publication', postId)).toMatchObject([
    { likes: '3', views: '1', fell: { likes: { was: 5, at: at(10) } }, missing: {} },
  ]);
  await pollAt(postId, 900, 40, likes(4));
  await bench.catchUp();
  expect(await rows('analytics_publication', postId)).toMatchObject([
    { likes: '4', views: null, fell: {}, sources: { likes: 'likeCount' } },
  ]);
  expect(await rows('analytics_look', postId)).toHaveLength(4);
});
it('does not show a fall that depends on expired polls', async () => {
  const postId = ++posts;
  await publish(postId, 905);
  await pollAt(postId, 905, DAY_MINUTES, likes(5), { keepDays: 30 });
  await pollAt(postId, 905, 5 * DAY_MINUTES, likes(3), { keepDays: 30 });
  await pollAt(
    postId,
    905,
    9 * DAY_MINUTES,
    [...likes(3), { metric: 'views', value: 1, source: 'viewCount' }],
    {
      keepDays: 30,
    },
  );
  await bench.catchUp();
  expect(await rows('analytics_publication', postId)).toMatchObject([{ fell: { likes: { was: 5 } } }]);
  // A later span may end first, because all spans of a disconnected account end together.
  await expire(905, 5 * DAY_MINUTES);
  await expectEqualWhenRebuilt();
  expect(await rows('analytics_publication', postId)).toMatchObject([{ likes: '3', fell: {} }]);
});
it('uses the poll nearest to a milestone, and none outside its window', async () => {
  const postId = ++posts;
  await publish(postId, 901);
  const minutes = [44, 50, 58, 63, 75, 76, DAY_MINUTES - 121, DAY_MINUTES + 121, 7 * DAY_MINUTES + 100];
  for (const [index, each] of minutes.entries()) {
    await pollAt(postId, 901, each, likes(index));
    if (index % 2 === 0) await bench.catchUp();
  }
  await bench.catchUp();
  expect(
    (await rows('analytics_milestone', postId)).map(({ step, age_minutes, likes: of }) => [
      step,
      age_minutes,
      of,
    ]),
  ).toEqual([
    [MILESTONES[0].step, 58, '2'],
    [MILESTONES[2].step, 7 * DAY_MINUTES + 100, '8'],
  ]);
});
it('marks figures as expired that terms no longer allow, only for their account and span', async () => {
  const postId = ++posts;
  await publish(postId, TERMED);
  await publish(postId, 902);
  await pollAt(postId, TERMED, 60, [...likes(41), { metric: 'views', value: 4_242, source: 'viewCount' }]);
  await pollAt(postId, 902, 60, likes(8), { missing: [{ metric: 'saves', reason: 'hidden' }] });
  await bench.catchUp();
  await expire(TERMED, 60);
  await expectEqualWhenRebuilt();
  expect(await rows('analytics_publication', postId)).toMatchObject([
    {
      account_id: '1',
      likes: null,
      views: null,
      missing: { likes: 'expired', views: 'expired' },
      sources: {},
    },
    { account_id: '902', likes: '8', missing: { saves: 'hidden' } },
  ]);
  expect(await rows('analytics_look', postId)).toMatchObject([{ likes: null, sources: {} }, { likes: '8' }]);
  await pollAt(postId, TERMED, 5 * DAY_MINUTES, likes(43));
  await expectEqualWhenRebuilt();
  expect((await rows('analytics_publication', postId))[0]).toMatchObject({
    likes: '43',
    missing: {},
    fell: {},
  });
});
it('keeps nothing of an erased user, and ignores their later polls', async () => {
  const postId = ++posts;
  await publish(postId, 903, 'eve');
  await publish(posts, 904);
  await pollAt(postId, 903, 60, likes(1));
  await bench.catchUp();
  await bench.append(erasures, 'eve', {
    type: 'SubjectErased',
    schema: 1,
    data: { userId: 'eve', erasedAt: at(61) },
  });
  await bench.catchUp();
  await pollAt(postId, 903, 70, likes(2));
  await appendDecision(postId, 903, (state) => end(state, keyOf(postId, 903), 'gone', at(71)));
  await expectEqualWhenRebuilt();
  expect((await rows('analytics_publication', postId)).map((row) => row['account_id'])).toEqual(['904']);
  expect(await rows('analytics_look', postId)).toEqual([]);
  expect(await rows('analytics_milestone', postId)).toEqual([]);
});
