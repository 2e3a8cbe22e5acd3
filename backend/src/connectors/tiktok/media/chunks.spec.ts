import { expect, it } from '@jest/globals';
import { chunkAt, chunkPlan, nextChunk } from './chunks.ts';

const MB = 1_000_000;

it.each([
  [1, 1, 1],
  [700_000, 700_000, 1],
  [10_485_759, 10_485_759, 1],
  [10_485_760, 5_242_880, 2],
  [15 * MB, 7_500_000, 2],
  [50_000_123, 5_555_569, 9],
  [4_000 * MB, 5_249_343, 762],
  [6_000 * MB + 1, 6 * MB, 1000],
])('splits %i bytes into chunks of %i bytes: %i chunks', (bytes, chunkBytes, count) => {
  expect(chunkPlan(bytes)).toEqual({ bytes, chunkBytes, count });
});
it.each([1, 5 * MB, 12 * MB - 1, 12 * MB, 50_000_123, 64 * MB, 65 * MB, 1_234_567_890, 4_000 * MB])(
  'follows the rules of TikTok for %i bytes, and sends every byte once',
  (bytes) => {
    const plan = chunkPlan(bytes);
    const chunks = Array.from({ length: plan.count }, (_, index) => chunkAt(plan, index));
    expect(plan.count).toBe(Math.floor(bytes / plan.chunkBytes));
    expect(plan.count).toBeLessThanOrEqual(1000);
    expect(chunks[0]?.first).toBe(0);
    expect(chunks.at(-1)?.last).toBe(bytes - 1);
    for (const [index, { first, last }] of chunks.entries()) {
      expect(first).toBe((chunks[index - 1]?.last ?? -1) + 1);
      const size = last - first + 1;
      // TikTok allows a larger last chunk.
      expect(size).toBeLessThanOrEqual((index === plan.count - 1 ? 128 : 64) * MB);
      // TikTok's minimum may mean 5 MB or 5 MiB. A chunk of at least 5 MiB satisfies both.
      if (plan.count > 1) expect(size).toBeGreaterThanOrEqual(5_242_880);
    }
  },
);
it.each([12 * MB - 1, 15 * MB, 50_000_123, 500 * MB, 4_000 * MB])(
  'splits %i bytes into chunks of almost equal size',
  (bytes) => {
    const plan = chunkPlan(bytes);
    const { first, last } = chunkAt(plan, plan.count - 1);
    expect(last - first + 1 - plan.chunkBytes).toBeLessThan(plan.count);
  },
);
it.each([
  [0, 0],
  [6_666_665, 1],
  [6_666_666, 1],
  [13_333_332, 2],
  [16_000_000, 2],
  [19_999_999, 3],
  [20_000_000, 3],
])('continues after %i received bytes with chunk %i', (received, index) => {
  expect(nextChunk(chunkPlan(20 * MB), received)).toBe(index);
});
it('does not treat a file of one chunk as received before all its bytes have arrived', () => {
  expect(nextChunk(chunkPlan(1), 0)).toBe(0);
  expect(nextChunk(chunkPlan(700_000), 0)).toBe(0);
  expect(nextChunk(chunkPlan(700_000), 700_000)).toBe(1);
});
