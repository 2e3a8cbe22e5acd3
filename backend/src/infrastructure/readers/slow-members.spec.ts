import { expect, it } from '@jest/globals';
import { slowThresholdOf } from './slow-members.ts';

const slowIn = (took: readonly number[]) => took.filter((one) => one > slowThresholdOf(took));

it.each([
  ['one of many', [3, 5, 4, 900], [900]],
  ['two that are slow together', [3, 3_000, 3_000, 4], [3_000, 3_000]],
  ['two of three', [3, 3_000, 3_000], [3_000, 3_000]],
  ['none below half a second', [1, 1, 1, 499], []],
  ['none when the whole machine is slow', [400, 700, 800, 900, 1_100], []],
])('counts as slow: %s', (_, took, slow) => {
  expect(slowIn(took)).toEqual(slow);
});
