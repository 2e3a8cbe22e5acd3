import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Database } from '#infrastructure/database/database.ts';
import { openTestDatabase } from '#infrastructure/testing/database.ts';
import { RateLimits, type Limit } from './rate-limits.ts';

const limit: Limit = { name: 'spec.limit', points: 3, seconds: 3600, message: 'Too many of these.' };
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

it('shares counts between all processes, and reports when the client may try again', async () => {
  const [one, other] = [new RateLimits(database.pool), new RateLimits(database.pool)];
  const tries = Array.from({ length: 10 }, (_, index) => (index % 2 ? one : other).take(limit, 'ana'));
  const outcomes = await Promise.allSettled(tries);
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await expect(one.take(limit, 'ana')).rejects.toMatchObject({
    message: 'Too many of these.',
    code: 'request.too-many',
    headers: {
      'retry-after': expect.stringMatching(/^\d+$/),
      'ratelimit-remaining': '0',
      ratelimit: expect.stringMatching(/^"spec\.limit";r=0;t=\d+$/),
      'ratelimit-policy': '"spec.limit";q=3;w=3600',
    },
  });
});
it('counts several points in one call, and does not count refused points', async () => {
  const limits = new RateLimits(database.pool);
  const bytes: Limit = { name: 'spec.bytes', points: 100, seconds: 3600 };
  await expect(limits.take(bytes, 'bo', 60)).resolves.toMatchObject({ remaining: 40 });
  await expect(limits.take(bytes, 'bo', 41)).rejects.toMatchObject({ code: 'request.too-many' });
  await expect(limits.take(bytes, 'bo', 40)).resolves.toMatchObject({ remaining: 0 });
});
it('counts each key separately', async () => {
  await expect(new RateLimits(database.pool).take(limit, 'eve')).resolves.toMatchObject({
    remaining: 2,
  });
});
