import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ZoneCalendar } from '../../domain/metrics/calendar.ts';
import { bestHours } from './best-hours.ts';
import type { Engagement } from '../../read-models/figures/overview-rows.ts';

const berlin = new ZoneCalendar('Europe/Berlin');
const published = (postId: number, publishedAt: string, sum: number, accountId = 1): Engagement => ({
  postId,
  accountId,
  platform: 'mastodon',
  publishedAt,
  sum,
});
/** `count` posts on a Monday at noon in UTC, each with the usual result of its account. */
const usual = (from: number, count: number, sum = 9, accountId = 1): Engagement[] =>
  Array.from({ length: count }, (_, index) =>
    published(from + index, '2026-01-05T12:00:00.000Z', sum, accountId),
  );

it('does not show hours before there are 20 posts', () => {
  expect(bestHours(usual(1, 19), berlin)).toEqual({ posts: 19, needed: 20, cells: [] });
  expect(bestHours([], berlin)).toEqual({ posts: 0, needed: 20, cells: [] });
  expect(bestHours(usual(1, 20), berlin)).toEqual({
    posts: 20,
    needed: 20,
    cells: [{ weekday: 1, hour: 13, posts: 20, score: 1 }],
  });
});
it('counts posts, not their publications on several accounts', () => {
  const both = [...usual(1, 19), ...usual(1, 19, 4, 2)];
  expect(bestHours(both, berlin)).toMatchObject({ posts: 19, cells: [] });
});
it('leaves out hours with fewer than 3 posts', () => {
  const two = [30, 31].map((id) => published(id, '2026-01-06T07:00:00.000Z', 99));
  expect(bestHours([...usual(1, 20), ...two], berlin).cells).toHaveLength(1);
  const third = published(32, '2026-01-13T07:59:59.999Z', 19);
  expect(bestHours([...usual(1, 20), ...two, third], berlin).cells).toContainEqual({
    weekday: 2,
    hour: 8,
    posts: 3,
    score: 10,
  });
});
it('compares posts with what is usual for their account', () => {
  // 3 posts of a large account with its usual result, and 3 of a small one with twice its usual result.
  const large = [41, 42, 43].map((id) => published(id, '2026-01-06T07:00:00.000Z', 999, 2));
  const small = [51, 52, 53].map((id) => published(id, '2026-01-07T07:00:00.000Z', 19));
  const { cells } = bestHours([...usual(1, 20), ...usual(60, 4, 999, 2), ...large, ...small], berlin);
  expect(cells.map(({ weekday, score }) => [weekday, score]).sort()).toEqual([
    ...[
      [1, 1],
      [2, 1],
      [3, 2],
    ],
  ]);
});
it('scores a post by the average of its publications', () => {
  const three = [41, 42, 43].flatMap((id) => [
    published(id, '2026-01-06T07:00:00.000Z', 19),
    published(id, '2026-01-06T07:00:09.000Z', 9, 2),
  ]);
  const { cells } = bestHours([...usual(1, 20), ...usual(1, 20, 9, 2), ...three], berlin);
  expect(cells).toContainEqual({ weekday: 2, hour: 8, posts: 3, score: 1.5 });
});
it.each([
  ['Europe/Berlin', ['2026-03-28T00:30:00Z', '2026-04-03T23:30:00Z', '2026-10-31T00:30:00Z'], [6, 1]],
  ['America/St_Johns', ['2026-03-07T04:45:00Z', '2026-03-14T03:45:00Z', '2026-11-07T04:45:00Z'], [6, 1]],
  ['Australia/Lord_Howe', ['2026-04-03T14:15:00Z', '2026-04-10T14:45:00Z', '2026-10-09T14:15:00Z'], [6, 1]],
])(
  'finds posts of one local hour together around changes of clocks in %s',
  (zone, instants, [weekday, hour]) => {
    const three = instants.map((text, index) => published(41 + index, new Date(text).toISOString(), 9));
    expect(bestHours([...usual(1, 20), ...three], new ZoneCalendar(zone)).cells).toContainEqual({
      weekday,
      hour,
      posts: 3,
      score: 1,
    });
  },
);
it('gives the same result for posts in any order', () => {
  const some = fc.array(
    fc.record({
      postId: fc.nat({ max: 30 }),
      accountId: fc.nat({ max: 2 }),
      sum: fc.nat({ max: 50 }),
      hour: fc.nat({ max: 4 }),
    }),
    { maxLength: 60 },
  );
  fc.assert(
    fc.property(some, (list) => {
      const all = [
        ...new Map(list.map((each) => [`${String(each.postId)} ${String(each.accountId)}`, each])).values(),
      ].map(({ postId, accountId, sum, hour }) =>
        published(postId, `2026-01-05T0${String(hour)}:00:00.000Z`, sum, accountId),
      );
      const { cells, ...rest } = bestHours(all, berlin);
      const ofReversed = bestHours(all.toReversed(), berlin);
      expect(ofReversed).toEqual({ ...rest, cells: expect.any(Array) });
      expect(new Set(ofReversed.cells)).toEqual(new Set(cells));
      expect(cells.every(({ score, posts }) => score > 0 && posts >= 3)).toBe(true);
    }),
  );
});
