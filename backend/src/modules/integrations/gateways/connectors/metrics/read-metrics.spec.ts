import { expect, it } from '@jest/globals';
import { termsOf } from './read-metrics.ts';

const AMENDED = new Set(['youtube'] as const);
const YOUTUBE = { keepDays: 30, apart: true } as const;
const none = new Set<never>();

it.each([
  ['as the platform says', 'youtube', YOUTUBE, null, none, 30, true],
  ['for less where the operator wants it', 'youtube', YOUTUBE, 7, none, 7, true],
  ['never for longer than the platform says', 'linkedin', { keepDays: 365 }, 1_000, none, 365, false],
  ['for as long as the operator says where no limit is known', 'mastodon', {}, 90, none, 90, false],
  ['for ever where neither terms nor the operator set a limit', 'mastodon', {}, null, none, null, false],
  [
    'for ever after an agreement with the platform, and in sums',
    'youtube',
    YOUTUBE,
    null,
    AMENDED,
    null,
    false,
  ],
  ['as the operator says after an agreement with the platform', 'youtube', YOUTUBE, 90, AMENDED, 90, false],
  [
    'as the terms say where the agreement is with another platform',
    'linkedin',
    { keepDays: 365 },
    null,
    AMENDED,
    365,
    false,
  ],
] as const)('keeps figures %s', (_, platform, metrics, metricsKeepDays, amendedTerms, keepDays, apart) => {
  expect(termsOf(platform, metrics, { metricsKeepDays, amendedTerms })).toEqual({
    keepDays,
    apart,
    costUsd: 0,
  });
});
it('reports the cost of a reading', () => {
  const terms = termsOf('twitter', { costUsd: 0.005 }, { metricsKeepDays: null, amendedTerms: none });
  expect(terms).toEqual({ keepDays: null, apart: false, costUsd: 0.005 });
});
