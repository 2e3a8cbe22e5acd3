// @zones
import type { OverviewView, SumsView } from '@posthorn/contracts/analytics/analytics.http';
import { metrics, type Metric } from '@posthorn/contracts/shared/metrics';
import type { Platform } from '@posthorn/contracts/shared/platform';
import { DAY_MINUTES, MINUTE_MS } from '@posthorn/contracts/shared/durations';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ProfileFigures } from '#infrastructure/http/pages/profile-figures.ts';
import { FigureTotals } from '../../ports/figure-totals.ts';
import { capture, metricsStream } from '../../domain/metrics/publication-metrics.ts';
import { AnalyticsBench, pollAnswer } from '../../testing/analytics-bench.ts';
import { clicks, comments, published } from '../../testing/neighbours-streams.ts';

/** Clocks go forward in the night to the 29th. */
const PERIOD = 'from=2026-03-27&to=2026-03-31';
const FIRST = Date.parse('2026-03-26T00:00:00Z');
const ACCOUNTS: Readonly<Record<number, Platform>> = { 7: 'mastodon', 8: 'bluesky', 9: 'youtube' };

type Polled = Readonly<Partial<Record<Metric, number>>>;
/** `looks`: the polls, each with the age of the post in minutes. */
type Publication = Readonly<{
  postId: number;
  accountId: number;
  publishedAt: number;
  looks: readonly (readonly [number, Polled])[];
}>;

let bench: AnalyticsBench;
/** Posts of six days, every 100 minutes, on one to three accounts. Some are never polled, some not at each age. */
const publications: readonly Publication[] = Array.from({ length: 87 }, (_, index) => {
  const publishedAt = FIRST + index * 100 * MINUTE_MS;
  return Object.keys(ACCOUNTS)
    .map(Number)
    .filter((accountId) => (index + accountId) % 3 < 2)
    .map((accountId): Publication => {
      const valuesFor = (extra: number): Polled => ({
        likes: index + extra,
        ...(index % 2 === 0 && { comments: accountId * extra }),
        ...(accountId === 7 && { shares: extra }),
      });
      const looks = [
        ...(index % 5 === 0 ? [] : [[DAY_MINUTES + (index % 60), valuesFor(1)] as const]),
        ...(index % 7 === 0 ? [] : [[7 * DAY_MINUTES + 30, valuesFor(2)] as const]),
      ];
      return { postId: index + 1, accountId, publishedAt, looks };
    });
}).flat();

async function record({ postId, accountId, publishedAt, looks }: Publication): Promise<void> {
  const id = `${String(postId)}-${String(accountId)}`;
  const identity = {
    postId,
    accountId,
    ownerId: 'ana',
    platform: ACCOUNTS[accountId] ?? 'mastodon',
  } as const;
  const at = new Date(publishedAt).toISOString();
  await bench.append(published, id, {
    type: 'PlatformPublished',
    schema: 1,
    data: { ...identity, publishedAt: at, remoteId: id, permalink: null },
  });
  for (const [age, polled] of looks) {
    const { state } = await bench.state(metricsStream, id);
    const capturedAt = new Date(publishedAt + age * MINUTE_MS).toISOString();
    const { values, missing } = pollAnswer(polled, 'views');
    const seen = { publishedAt: at, capturedAt, step: null, via: 'schedule', keepDays: null } as const;
    await bench.append(metricsStream, id, ...capture(state, { ...identity, ...seen, values, missing }));
  }
}
beforeAll(async () => {
  bench = await AnalyticsBench.start();
  bench.script.terms.set('youtube', { keepDays: null, apart: true, costUsd: 0 });
  for (const each of publications) await record(each);
}, 60_000);
afterAll(() => bench.close());

const overview = async (query: string) =>
  (await bench.get(`analytics/overview?${query}`)).body as OverviewView;
const inBerlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' });
const dayOf = (at: number) => inBerlin.format(at);
const isInPeriod = ({ publishedAt }: Publication) =>
  dayOf(publishedAt) >= '2026-03-27' && dayOf(publishedAt) <= '2026-03-31';
const isAddedUp = ({ accountId }: Publication) => accountId !== 9;
/** The figures that the overview uses for this age. Null: the newest figures. */
const polledAt = ({ looks }: Publication, age: number | null): Polled | undefined =>
  age === null ? looks.at(-1)?.[1] : looks.find(([minutes]) => Math.abs(minutes - age) <= 120)?.[1];

function sumsOf(list: readonly Publication[], age: number | null): SumsView {
  const sums: Partial<Record<Metric, { sum: number; of: number; total: number }>> = {};
  for (const metric of metrics) {
    const found = list.flatMap((each) => polledAt(each, age)?.[metric] ?? []);
    const sum = found.reduce((all, one) => all + one, 0);
    if (found.length > 0) sums[metric] = { sum, of: found.length, total: list.length };
  }
  return sums;
}

/** The posts with the most likes, comments and shares together. Of equal posts, the newest comes first. */
function bestOf(list: readonly Publication[], age: number | null): OverviewView['topPosts'] {
  const engagements = ({ likes = 0, comments = 0, shares = 0 }: Polled) => likes + comments + shares;
  return [...new Set(list.map(({ postId }) => postId))]
    .map((postId) => {
      const targets = list.filter((each) => each.postId === postId);
      const known = targets.flatMap((each) => polledAt(each, age) ?? []);
      const sum = known.reduce((all, each) => all + engagements(each), 0);
      return { postId, engagements: sum, of: known.length, total: targets.length };
    })
    .filter(({ of }) => of > 0)
    .sort((a, b) => b.engagements - a.engagements || b.postId - a.postId)
    .slice(0, 5);
}

// Runs before other specs publish more posts.
it('adds up the newest figures of all posts for other modules, and returns null for a figure without a value', async () => {
  const totalsOf = (userId: string) => bench.booted.app.get(FigureTotals).totalsOf(userId);
  const sums = sumsOf(publications.filter(isAddedUp), null);
  const expected = Object.fromEntries(metrics.map((metric) => [metric, sums[metric]?.sum ?? null]));
  expect(expected).toMatchObject({ likes: expect.any(Number), reach: null });
  expect(await totalsOf('ana')).toEqual(expected);
  const nothing = Object.fromEntries(metrics.map((metric) => [metric, null]));
  expect(await totalsOf('bea')).toEqual(nothing);
  bench.script.premium.delete('ana');
  expect(await totalsOf('ana')).toEqual(nothing);
  bench.script.premium.add('ana');
});

it('shows the engagement of Premium users to others, without platforms whose terms forbid this', async () => {
  const figures = bench.booted.app.get(ProfileFigures);
  const engagements = ({ likes = 0, comments = 0, shares = 0 }: Polled) => likes + comments + shares;
  const sumOn = (accountIds: readonly number[], postIds?: readonly number[]) =>
    publications
      .filter(
        ({ accountId, postId }) => accountIds.includes(accountId) && (postIds?.includes(postId) ?? true),
      )
      .reduce((sum, each) => sum + engagements(polledAt(each, null) ?? {}), 0);
  const ids = [2, 3, 4];
  const shown = async () =>
    [...(await figures.ofPosts('ana', ids)).values()].reduce(
      (sum, { likes, comments: replies, shares }) => sum + (likes ?? 0) + (replies ?? 0) + (shares ?? 0),
      0,
    );
  expect([await figures.engagementOf('ana'), await shown()]).toEqual([sumOn([7, 8]), sumOn([7, 8], ids)]);
  bench.script.terms.set('bluesky', { keepDays: 365, apart: false, costUsd: 0 });
  expect([await figures.engagementOf('ana'), await shown()]).toEqual([sumOn([7]), sumOn([7], ids)]);
  bench.script.terms.delete('bluesky');
  bench.script.premium.delete('ana');
  expect([await figures.engagementOf('ana'), (await figures.ofPosts('ana', ids)).size]).toEqual([null, 0]);
  bench.script.premium.add('ana');
  expect([await figures.engagementOf('bea'), (await figures.ofPosts('ana', [])).size]).toEqual([null, 0]);
});

it.each([
  ['24h', DAY_MINUTES],
  ['7d', 7 * DAY_MINUTES],
  ['30d', 30 * DAY_MINUTES],
  ['newest', null],
])('returns the sums of a list of publications, at the age %s', async (age, minutes) => {
  const shown = await overview(`${PERIOD}&age=${age}`);
  const inPeriod = publications.filter(isInPeriod);
  const together = inPeriod.filter(isAddedUp);
  expect(shown).toMatchObject({ zone: 'Europe/Berlin', publications: inPeriod.length });
  expect(shown.measured).toBe(inPeriod.filter((each) => polledAt(each, minutes)).length);
  expect(shown.totals).toEqual(sumsOf(together, minutes));
  const days = ['2026-03-27', '2026-03-28', '2026-03-29', '2026-03-30', '2026-03-31'];
  expect(shown.trend).toEqual(
    days.map((day) => {
      const ofDay = together.filter(({ publishedAt }) => dayOf(publishedAt) === day);
      return { day, publications: ofDay.length, metrics: sumsOf(ofDay, minutes) };
    }),
  );
  expect(shown.topPosts).toEqual(bestOf(together, minutes));
  expect(shown.platforms).toEqual(
    [8, 7, 9].map((accountId) => {
      const ofAccount = inPeriod.filter((each) => each.accountId === accountId);
      return {
        platform: ACCOUNTS[accountId],
        publications: ofAccount.length,
        apart: accountId === 9,
        metrics: sumsOf(ofAccount, minutes),
        engagement: null,
      };
    }),
  );
});
it('does not add figures of a platform whose terms forbid mixing to the totals', async () => {
  const { totals } = await overview(`${PERIOD}&age=24h`);
  const [mastodon, bluesky] = [
    await overview(`${PERIOD}&age=24h&platform=mastodon`),
    await overview(`${PERIOD}&age=24h&accountId=8`),
  ];
  expect(mastodon.publications).toBe(
    publications.filter((each) => isInPeriod(each) && each.accountId === 7).length,
  );
  const both = (mastodon.totals.likes?.sum ?? 0) + (bluesky.totals.likes?.sum ?? 0);
  expect(totals.likes?.sum).toBe(both);
  expect((await overview(`${PERIOD}&age=24h&platform=youtube`)).totals).toEqual({});
});
it('compares with posts of as many earlier days at the same age, if their figures were polled', async () => {
  const days = 'from=2026-03-30&to=2026-03-31';
  const earlier = publications.filter(
    (each) => isAddedUp(each) && ['2026-03-28', '2026-03-29'].includes(dayOf(each.publishedAt)),
  );
  expect((await overview(`${days}&age=24h`)).before).toEqual({
    from: '2026-03-28',
    to: '2026-03-29',
    totals: sumsOf(earlier, DAY_MINUTES),
  });
  // Older posts had more time.
  expect((await overview(`${days}&age=newest`)).before).toBeNull();
  expect((await overview(`${days}&age=30d`)).before).toBeNull();
  expect((await overview('from=2026-03-24&to=2026-03-26&age=24h')).before).toBeNull();
});
it('computes the engagement rate from publications with all four figures, if the terms allow it', async () => {
  const at = Date.parse('2026-05-02T09:00:00Z');
  const polled = { likes: 6, comments: 3, shares: 1, impressions: 200 };
  const { shares, ...without } = polled;
  expect(shares).toBe(1);
  for (const [postId, accountId, figures] of [
    [901, 7, polled],
    [902, 7, { ...polled, likes: 16, impressions: 100 }],
    [903, 7, without],
    [904, 9, polled],
    [905, 8, { ...polled, impressions: 0 }],
  ] as const)
    await record({ postId, accountId, publishedAt: at, looks: [[DAY_MINUTES, figures]] });
  const { engagement, platforms } = await overview('from=2026-05-02&to=2026-05-02&age=24h');
  expect(engagement).toEqual({ rate: 40 / 300, of: 3, total: 4 });
  expect(platforms.map((row) => [row.platform, row.engagement])).toEqual([
    ['bluesky', null],
    ['mastodon', { rate: 0.1, of: 2, total: 3 }],
    ['youtube', null],
  ]);
});
it('uses days of the user’s time zone', async () => {
  bench.script.zone = 'Pacific/Kiritimati';
  const { trend } = await overview('from=2026-03-29&to=2026-03-29&age=newest');
  bench.script.zone = 'Europe/Berlin';
  const [from, to] = [Date.parse('2026-03-28T10:00:00Z'), Date.parse('2026-03-29T10:00:00Z')];
  const ofPeriod = publications.filter(
    (each) => isAddedUp(each) && each.publishedAt >= from && each.publishedAt < to,
  );
  expect(trend).toEqual([
    { day: '2026-03-29', publications: ofPeriod.length, metrics: sumsOf(ofPeriod, null) },
  ]);
});
it('finds good hours from posts of half a year, without platforms whose terms forbid mixing', async () => {
  expect((await overview(`${PERIOD}&age=24h`)).bestHours).toEqual({ posts: 0, needed: 20, cells: [] });
  const noon = Math.floor(Date.now() / (DAY_MINUTES * MINUTE_MS)) * DAY_MINUTES * MINUTE_MS + 720 * MINUTE_MS;
  for (let week = 1; week <= 20; week++)
    for (const accountId of [7, 9])
      await record({
        postId: 500 + week,
        accountId,
        publishedAt: noon - week * 7 * DAY_MINUTES * MINUTE_MS,
        looks: [
          [
            DAY_MINUTES,
            { likes: accountId === 9 ? week * 1_000 : week % 2 === 0 ? 2 : 4, comments: 1, shares: 1 },
          ],
        ],
      });
  // A figure that is missing at that age does not prove that the post did badly.
  await record({
    postId: 530,
    accountId: 7,
    publishedAt: noon - 10 * DAY_MINUTES * MINUTE_MS,
    looks: [
      [DAY_MINUTES, { likes: 2, shares: 1 }],
      [7 * DAY_MINUTES + 30, { likes: 2, comments: 9, shares: 1 }],
    ],
  });
  const { bestHours } = await overview(`${PERIOD}&age=24h`);
  expect(bestHours.posts).toBe(20);
  // Half of the posts have 4 engagements, half have 6, so 5 is usual. Summer and winter time give two different hours.
  expect(bestHours.cells.reduce((all, { posts }) => all + posts, 0)).toBe(20);
  for (const { score } of bestHours.cells) expect([0.83, 1, 1.17]).toContain(score);
});
it('shows how soon users and the AI replied to comments', async () => {
  const receivedAt = Date.parse('2026-03-29T10:00:00Z');
  const at = (minutes: number) => new Date(receivedAt + minutes * MINUTE_MS).toISOString();
  const comment = (commentId: number, isBacklog = false, minutes = 0, accountId = 7) =>
    bench.append(comments, commentId, {
      type: 'CommentReceived',
      schema: 1,
      data: {
        commentId,
        accountId,
        ownerId: 'ana',
        platform: ACCOUNTS[accountId] ?? 'mastodon',
        createdAt: at(minutes),
        isBacklog,
      },
    });
  const idsOf = (commentId: number) => ({ commentId, ownerId: 'ana', platform: 'mastodon' }) as const;
  const sent = (commentId: number, kind: 'manual' | 'ai', minutes: number) =>
    bench.append(comments, commentId, {
      type: 'ReplySent',
      schema: 1,
      data: { ...idsOf(commentId), kind, sentAt: at(minutes) },
    });
  for (const id of [1, 2, 3, 4, 5]) await comment(id);
  await comment(6, true);
  await comment(7, false, 5 * DAY_MINUTES);
  await comment(8, false, 0, 9);
  await sent(1, 'manual', 10);
  await sent(1, 'ai', 60);
  await sent(2, 'ai', 120);
  await bench.append(comments, 3, {
    type: 'OwnReplySeen',
    schema: 1,
    data: { ...idsOf(3), createdAt: at(30) },
  });
  for (const id of [4, 5])
    await bench.append(comments, id, { type: 'CommentHidden', schema: 1, data: idsOf(id) });
  await bench.append(comments, 5, { type: 'CommentUnhidden', schema: 1, data: idsOf(5) });
  const { replyTime } = await overview(`${PERIOD}&age=24h`);
  expect(replyTime).toEqual({
    comments: 4,
    unanswered: 1,
    byHand: { answered: 2, p50: 1_200, p90: 1_680, withinHour: 1 },
    byAi: { answered: 1, p50: 7_200, p90: 7_200, withinHour: 0 },
  });
  const none = { comments: 0, unanswered: 0, byHand: null, byAi: null };
  const of = async (filter: string) => (await overview(`${PERIOD}&age=24h&${filter}`)).replyTime;
  expect(await of('platform=bluesky')).toEqual(none);
  // An account has only its own comments. A platform that is left out of sums is shown alone.
  expect(await of('accountId=7')).toEqual(replyTime);
  expect(await of('accountId=8')).toEqual(none);
  for (const filter of ['accountId=9', 'platform=youtube', 'platform=youtube&accountId=9'])
    expect(await of(filter)).toEqual({ ...none, comments: 1, unanswered: 1 });
});
it('counts clicks by days of the time zone', async () => {
  for (const [hour, count] of [
    ['2026-03-26T22:00:00.000Z', 100],
    ['2026-03-28T22:00:00.000Z', 2],
    ['2026-03-28T23:00:00.000Z', 3],
    ['2026-03-29T21:00:00.000Z', 4],
    ['2026-03-29T22:00:00.000Z', 5],
  ] as const)
    await bench.append(clicks, `ana-${hour}`, {
      type: 'ClicksCounted',
      schema: 1,
      data: {
        userId: 'ana',
        hour,
        links: [
          { linkId: 'a', clicks: count, visitors: 1 },
          { linkId: 'b', clicks: 1, visitors: 1 },
        ],
      },
    });
  expect((await overview(`${PERIOD}&age=24h`)).clicks).toEqual({
    clicks: 18,
    visitors: 8,
    minutesBefore: 0,
    days: [
      { day: '2026-03-28', clicks: 3 },
      { day: '2026-03-29', clicks: 9 },
      { day: '2026-03-30', clicks: 6 },
    ],
  });
});
it.each([
  // Midnight is at 18:30, 18:15 and 14:00 UTC; hours begin at full hours.
  ['Asia/Kolkata', 30, '2026-03-27'],
  ['Asia/Kathmandu', 45, '2026-03-27'],
  ['Australia/Brisbane', 0, '2026-03-28'],
])(
  'counts the clicks of an hour to the day in which the hour begins, in %s',
  async (zone, minutesBefore, day) => {
    bench.script.zone = zone;
    await bench.append(clicks, `hours-${zone}`, {
      type: 'ClicksCounted',
      schema: 1,
      data: {
        userId: 'ana',
        hour: '2026-03-27T18:00:00.000Z',
        links: [{ linkId: 'a', clicks: 1_000, visitors: 1 }],
      },
    });
    const shown = (await overview(`${PERIOD}&age=24h`)).clicks;
    bench.script.zone = 'Europe/Berlin';
    expect(shown.minutesBefore).toBe(minutesBefore);
    expect(shown.days.find((one) => one.clicks >= 1_000)?.day).toBe(day);
  },
);
it('does not count a publication whose platform reported no figure as one with figures', async () => {
  const publishedAt = Date.parse('2024-10-10T12:00:00Z');
  for (const [postId, polled] of [
    [600, {}],
    [601, { clicks: 0 }],
  ] as const)
    await record({ postId, accountId: 7, publishedAt, looks: [[DAY_MINUTES, polled]] });
  for (const age of ['24h', 'newest'])
    expect(await overview(`from=2024-10-09&to=2024-10-11&age=${age}`)).toMatchObject({
      publications: 2,
      measured: 1,
      totals: { clicks: { sum: 0, of: 1, total: 2 } },
    });
});
it('does not show figures for a period without publications', async () => {
  expect(await overview('from=2025-03-27&to=2026-03-24&age=newest')).toMatchObject({
    publications: 0,
    measured: 0,
    totals: {},
    trend: [],
    platforms: [],
    paused: [],
  });
});

/** The lines of the file as cells, without its header. */
const csv = async (kind: 'looks' | 'newest') => {
  const { text, headers } = await bench.get(`analytics/export.csv?${PERIOD}&kind=${kind}`);
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain(`posthorn-${kind}-2026-03-27-2026-03-31.csv`);
  const [head, ...lines] = text.split('\r\n');
  expect([head, lines.pop()]).toEqual([
    ...['post_id,account_id,platform,published_at,metric,value,captured_at,source,missing', ''],
  ]);
  return lines.sort();
};
const linesOf = ({ postId, accountId, publishedAt }: Publication, age: number, polled: Polled): string[] =>
  Object.entries(polled).map(([metric, value]) =>
    [
      ...[postId, accountId, ACCOUNTS[accountId], new Date(publishedAt).toISOString(), metric, value],
      ...[new Date(publishedAt + age * MINUTE_MS).toISOString(), metric, ''],
    ].join(','),
  );

it('writes each poll of the period to a file', async () => {
  const expected = publications
    .filter(isInPeriod)
    .flatMap((each) => each.looks.flatMap(([age, polled]) => linesOf(each, age, polled)));
  expect(await csv('looks')).toEqual(expected.sort());
});
it('writes the newest figures to a file, and why a figure is missing', async () => {
  const expected = publications.filter(isInPeriod).flatMap((each) => {
    const [age, polled] = each.looks.at(-1) ?? [0, null];
    if (!polled) return [];
    const [line = ''] = linesOf(each, age, { views: 0 });
    return [...linesOf(each, age, polled), line.replace(/,0,/u, ',,').replace(/views,$/u, ',hidden')];
  });
  expect(await csv('newest')).toEqual(expected.sort());
});
it('includes figures in the file that were recorded just before the request', async () => {
  const before = (await csv('looks')).length;
  const publishedAt = Date.parse('2026-03-27T12:00:00Z');
  await record({ postId: 900, accountId: 7, publishedAt, looks: [[60, { likes: 1 }]] });
  expect(await csv('looks')).toHaveLength(before + 1);
});
it('runs one export at a time for a user, and the next export after the end', async () => {
  const both = await Promise.all([1, 2].map(() => bench.get(`analytics/export.csv?${PERIOD}&kind=looks`)));
  const statuses = both.map(({ status }) => status).sort();
  expect([
    [200, 200],
    [200, 409],
  ]).toContainEqual(statuses);
  expect((await bench.get(`analytics/export.csv?${PERIOD}&kind=looks`)).status).toBe(200);
});
