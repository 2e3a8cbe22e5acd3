import { expect, it } from '@jest/globals';
import { taggedSpecs, untaggedSpecs } from './zone-specs.mjs';

it('runs each spec about time zones in several of them', () => {
  expect(untaggedSpecs()).toEqual([]);
  expect(taggedSpecs()).toContain('backend/src/modules/analytics/domain/metrics/calendar.spec.ts');
});
