import { expect, it } from '@jest/globals';
import { summaryOf, NONSENSE } from '../../testing/metrics.ts';
import { readInsights } from './insights.ts';

const FIGURES = [
  { metric: 'impressions', names: ['views'] },
  { metric: 'shares', names: ['reposts', 'quotes'] },
  { metric: 'quotes', names: ['quotes'] },
] as const;
class Bad extends Error {}
class Denied extends Error {}
const counts = { views: 9, reposts: 3, quotes: 2 };
const all = { impressions: [9, 'views'], shares: [5, 'reposts + quotes'], quotes: [2, 'quotes'] };

const answer = (values: Readonly<Record<string, unknown>>, names: readonly string[]) => ({
  data: names.map((name) => ({ name, values: [{ value: values[name] }] })),
});
const look = async (reply: (names: readonly string[]) => unknown) => {
  const asked: string[] = [];
  const found = await readInsights(FIGURES, {
    ask: (names) => {
      asked.push(names.join(','));
      return Promise.resolve().then(() => reply(names) as never);
    },
    reasonOf: (error) => (error instanceof Bad ? 'failed' : error instanceof Denied ? 'not-permitted' : null),
  });
  return { found: summaryOf(found), asked };
};

it('asks for each name once, in one call, and reads the answer in any order', async () => {
  expect(await look((names) => answer(counts, [...names].reverse()))).toEqual({
    found: all,
    asked: ['views,reposts,quotes'],
  });
});
it('asks for each name separately where one is refused, and lacks only that one', async () => {
  const { found, asked } = await look((names) => {
    if (names.includes('reposts')) throw new Bad();
    return answer(counts, names);
  });
  expect(found).toEqual({ ...all, shares: 'failed' });
  expect(asked).toEqual(['views,reposts,quotes', 'views', 'reposts', 'quotes']);
});
it('does not repeat a request without permission', async () => {
  const { found, asked } = await look(() => {
    throw new Denied();
  });
  expect(found).toEqual({
    impressions: 'not-permitted',
    shares: 'not-permitted',
    quotes: 'not-permitted',
  });
  expect(asked).toHaveLength(1);
});
it('reports no figures when the call itself failed', async () => {
  const lost = new Error('lost');
  await expect(
    look(() => {
      throw lost;
    }),
  ).rejects.toBe(lost);
});
it.each([undefined, null, ...NONSENSE])('never makes a figure of %j', async (value) => {
  expect((await look((names) => answer({ ...counts, views: value }, names))).found).toEqual({
    ...all,
    impressions: 'failed',
  });
});
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
])('reads no figures from the answer %j', async (json) => {
  const failed = { impressions: 'failed', shares: 'failed', quotes: 'failed' };
  expect((await look(() => json)).found).toEqual(failed);
});
it('reads digits in a text as a number', async () => {
  const { found } = await look((names) => answer({ ...counts, views: '12' }, names));
  expect(found).toEqual({ ...all, impressions: [12, 'views'] });
});
