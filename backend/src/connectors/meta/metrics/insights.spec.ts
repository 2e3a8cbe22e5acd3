import { expect, it } from '@jest/globals';
import { summaryOf, INVALID_COUNTS } from '../../testing/metrics.ts';
import { readInsights } from './insights.ts';

const FIGURES = [
  { metric: 'impressions', names: ['views'] },
  { metric: 'shares', names: ['reposts', 'quotes'] },
  { metric: 'quotes', names: ['quotes'] },
] as const;
class UnknownName extends Error {}
class Denied extends Error {}
const counts = { views: 9, reposts: 3, quotes: 2 };
const all = { impressions: [9, 'views'], shares: [5, 'reposts + quotes'], quotes: [2, 'quotes'] };

const response = (values: Readonly<Record<string, unknown>>, names: readonly string[]) => ({
  data: names.map((name) => ({ name, values: [{ value: values[name] }] })),
});
const read = async (respond: (names: readonly string[]) => unknown) => {
  const requests: string[] = [];
  const found = await readInsights(FIGURES, {
    ask: (names) => {
      requests.push(names.join(','));
      return Promise.resolve().then(() => respond(names) as never);
    },
    reasonOf: (error) =>
      error instanceof UnknownName ? 'failed' : error instanceof Denied ? 'not-permitted' : null,
  });
  return { found: summaryOf(found), requests };
};

it('requests each name once, in one call, and reads the response in any order', async () => {
  expect(await read((names) => response(counts, [...names].reverse()))).toEqual({
    found: all,
    requests: ['views,reposts,quotes'],
  });
});
it('requests each name separately if one is refused, and reports only this one as failed', async () => {
  const { found, requests } = await read((names) => {
    if (names.includes('reposts')) throw new UnknownName();
    return response(counts, names);
  });
  expect(found).toEqual({ ...all, shares: 'failed' });
  expect(requests).toEqual(['views,reposts,quotes', 'views', 'reposts', 'quotes']);
});
it('does not repeat a request that is not permitted', async () => {
  const { found, requests } = await read(() => {
    throw new Denied();
  });
  expect(found).toEqual({
    impressions: 'not-permitted',
    shares: 'not-permitted',
    quotes: 'not-permitted',
  });
  expect(requests).toHaveLength(1);
});
it('throws the error if the call itself failed', async () => {
  const lost = new Error('lost');
  await expect(
    read(() => {
      throw lost;
    }),
  ).rejects.toBe(lost);
});
it.each([undefined, null, ...INVALID_COUNTS])(
  'reports a metric as failed for the value %j',
  async (value) => {
    expect((await read((names) => response({ ...counts, views: value }, names))).found).toEqual({
      ...all,
      impressions: 'failed',
    });
  },
);
it.each([
  null,
  'x',
  [],
  {},
  { data: null },
  { data: {} },
  { data: [null, 7, { name: 'other' }] },
  { data: [{ name: 'views', values: [] }] },
  { data: [{ name: 'views', values: 9 }] },
])('reports all metrics as failed for the response %j', async (json) => {
  const failed = { impressions: 'failed', shares: 'failed', quotes: 'failed' };
  expect((await read(() => json)).found).toEqual(failed);
});
it('reads numbers that are text', async () => {
  const { found } = await read((names) => response({ ...counts, views: '12' }, names));
  expect(found).toEqual({ ...all, impressions: [12, 'views'] });
});
