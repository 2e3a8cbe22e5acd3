import { expect, it } from '@jest/globals';
import { termsOf } from './read-metrics.ts';

const AMENDED = new Set(['youtube'] as const);
// `apart`: the terms forbid adding these figures to those of other platforms.
const YOUTUBE = { keepDays: 30, apart: true } as const;
const none = new Set<never>();

it.each([
  ['as the platform says', 'youtube', YOUTUBE, null, none, 30, true],
  ['for a shorter time when the operator wants this', 'youtube', YOUTUBE, 7, none, 7, true],
  ['never for longer than the platform says', 'linkedin', { keepDays: 365 }, 1_000, none, 365, false],
  ["for the operator's time when the platform sets no limit", 'mastodon', {}, 90, none, 90, false],
  [
    'for ever when neither the platform nor the operator sets a limit',
    'mastodon',
    {},
    null,
    none,
    null,
    false,
  ],
  [
    'for ever, and allows sums with other platforms, after an agreement with the platform',
    'youtube',
    YOUTUBE,
    null,
    AMENDED,
    null,
    false,
  ],
  [
    "for the operator's time after an agreement with the platform",
    'youtube',
    YOUTUBE,
    90,
    AMENDED,
    90,
    false,
  ],
  [
    'as the platform says when the agreement is with another platform',
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
it('includes the cost of a request in the terms', () => {
  const terms = termsOf('twitter', { costUsd: 0.005 }, { metricsKeepDays: null, amendedTerms: none });
  expect(terms).toEqual({ keepDays: null, apart: false, costUsd: 0.005 });
});
