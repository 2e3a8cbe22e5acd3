import { describe, expect, it } from '@jest/globals';
import { comparisonOf } from './compared.ts';

describe('a comparison of two builds', () => {
  it('has the medians of both builds, their ratio, and the lowest and highest ratio of two runs', () => {
    expect(comparisonOf([10, 12, 20], [18, 24, 30])).toEqual({
      before: 12,
      after: 24,
      ratio: 2,
      lowest: 0.9,
      highest: 3,
      verdict: 'no difference shown',
    });
  });

  it.each([
    {
      title: 'every run is worse than all runs before',
      before: [16, 17],
      after: [35, 20],
      verdict: 'slower',
    },
    {
      title: 'one run is as good as a run before',
      before: [16, 36],
      after: [35, 40],
      verdict: 'no difference shown',
    },
    {
      title: 'every run is worse by less than 5 %',
      before: [143, 144],
      after: [148, 149],
      verdict: 'no difference shown',
    },
    {
      title: 'every run is better than all runs before',
      before: [143, 144],
      after: [55, 54],
      verdict: 'faster',
    },
    { title: 'all runs measure 0', before: [0, 0], after: [0, 0], verdict: 'no difference shown' },
    {
      title: 'the runs before measure 0 and the others do not',
      before: [0, 0],
      after: [3, 4],
      verdict: 'slower',
    },
  ] as const)('is "$verdict" when $title', ({ before, after, verdict }) => {
    expect(comparisonOf(before, after).verdict).toBe(verdict);
  });
});
